// Figures of several runs, and the lines of the table.

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The value that 95 of 100 do not exceed. */
export function p95(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(0.95 * sorted.length) - 1)] ?? Number.NaN;
}

/**
 * One line: what was measured on our side and, in the same run, on the floor.
 * @param {object} figures
 * @param {string} figures.name
 * @param {string} figures.unit
 * @param {readonly number[]} figures.ours one value a run
 * @param {readonly number[]} [figures.floor]
 * @param {{ limit: number }} [figures.budget] what the median must not exceed
 * @param {string} [figures.against] what the floor is, where it is not the floor extension
 * @param {boolean} [figures.compare] false where the floor is next to nothing and a ratio says nothing
 */
export function row({ name, unit, ours, floor, budget, against, compare = true }) {
  const middle = median(ours);
  const below = floor === undefined ? undefined : median(floor);
  return {
    name,
    unit,
    ours: { median: middle, min: Math.min(...ours), max: Math.max(...ours), runs: ours },
    ...(floor && { floor: { median: below, min: Math.min(...floor), max: Math.max(...floor), runs: floor } }),
    ...(compare && below > 0 && { ratio: middle / below }),
    ...(budget && { budget: budget.limit, over: middle > budget.limit, floorOver: below > budget.limit }),
    ...(against && { against }),
  };
}

function number(value) {
  if (!Number.isFinite(value)) return '–';
  return value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);
}

function range({ median: middle, min, max, runs }) {
  return runs.length === 1 ? number(middle) : `${number(middle)} (${number(min)}–${number(max)})`;
}

const heads = ['', 'unit', 'ours', 'floor', 'ratio', 'budget', ''];

/** Where the floor is over too, this machine cannot do better now. */
function mark({ over, floorOver }) {
  if (over === undefined) return '';
  if (!over) return 'pass';
  return floorOver ? 'OVER, floor too' : 'OVER';
}

function cells({ name, unit, ours, floor, ratio, budget, against, ...rest }) {
  return [
    against === undefined ? name : `${name} [floor: ${against}]`,
    unit,
    range(ours),
    floor === undefined ? '' : range(floor),
    ratio === undefined ? '' : `${number(ratio)}×`,
    budget === undefined ? '' : `≤ ${budget}`,
    mark(rest),
  ];
}

/** Sections with a title and rows, as text. */
export function table(sections) {
  const body = sections.flatMap(({ rows }) => rows.map(cells));
  const widths = heads.map((head, column) =>
    Math.max(...[head, ...body.map((line) => line[column])].map((cell) => cell.length)),
  );
  const line = (parts) =>
    parts
      .map((part, column) => (column === 0 ? part.padEnd(widths[column]) : part.padStart(widths[column])))
      .join('  ')
      .trimEnd();
  return sections
    .flatMap(({ title, rows }, index) => [
      '',
      index === 0 ? `${title.padEnd(widths[0])}${line(heads).slice(widths[0])}` : title,
      ...rows.map((each) => line(cells(each))),
    ])
    .join('\n');
}
