// Chooses a tool for a step and fills its arguments from the tool's own schema, so that a new version of an
// agent rarely breaks a script.

/** Best first. */
const wanted = {
  read: [/^read$/i, /^read_file$/i, /^view$/i, /^read/i],
  write: [/^write$/i, /^write_file$/i, /^create(_file)?$/i, /^write(?!_?stdin)/i, /^apply_patch$/i],
  edit: [/^edit$/i, /^replace$/i, /^edit_file$/i, /^str.?replace/i, /^apply_patch$/i, /edit|replace/i],
  shell: [/^bash$/i, /^run_shell_command$/i, /^exec_command$/i, /^shell/i, /command|exec/i],
};
const unfit = /^mcp__|notebook|task(create|update)|(exit|enter|submit)_?plan|plan_?mode/i;

const written = 'alpha\nbeta\ngamma\ndelta\n';
const oldText = 'beta';
const newText = 'BETA';

export function isToolStep(step) {
  return Object.hasOwn(wanted, step);
}

/** The tool for a step; an agent without a reading tool reads through its shell. */
export function pickTool(step, tools) {
  const script = tools.find((tool) => tool.isScript);
  if (script !== undefined) return script;
  for (const name of wanted[step]) {
    const found = tools.find((tool) => name.test(tool.name) && !unfit.test(tool.name));
    if (found !== undefined) return found;
  }
  return step === 'read' ? pickTool('shell', tools) : undefined;
}

/** An object by the tool's schema; for a free-form tool its input as text. */
export function argumentsFor(step, tool, script) {
  const path = `${script.dir.replace(/\/$/, '')}/${script.file}`;
  if (tool.isScript) return javascript(step, path, script);
  if (tool.isFreeForm) return patch(step, path);
  const schema = tool.schema ?? {};
  const isShell = wanted.shell.some((name) => name.test(tool.name));
  const choose = isShell ? shellValue : fileValue;
  return fill(schema, (name, type) => choose({ step, name, type, path, script }));
}

/** Newer codex models reach their tools through one JavaScript tool. */
function javascript(step, path, script) {
  const call = (name, argument) =>
    `const result = await tools.${name}(${JSON.stringify(argument)}); text(JSON.stringify(result ?? null));`;
  if (step === 'write' || step === 'edit') return call('apply_patch', patch(step, path));
  const escalated = { sandbox_permissions: 'require_escalated', justification: 'scripted step' };
  return call('exec_command', { cmd: commandOf(step, path, script), ...(script.ask ? escalated : {}) });
}

function patch(step, path) {
  const change =
    step === 'write'
      ? `*** Add File: ${path}\n${written.trimEnd().replace(/^/gm, '+')}`
      : `*** Update File: ${path}\n@@\n alpha\n-${oldText}\n+${newText}\n gamma`;
  return `*** Begin Patch\n${change}\n*** End Patch\n`;
}

function commandOf(step, path, script) {
  return step === 'read' ? `cat ${path}` : script.cmd;
}

function shellValue({ step, name, type, path, script }) {
  if (/^(command|cmd|script)$/i.test(name)) {
    const command = commandOf(step, path, script);
    return type === 'array' ? ['bash', '-lc', command] : command;
  }
  if (!script.ask) return undefined;
  if (name === 'sandbox_permissions') return 'require_escalated';
  return name === 'justification' ? 'scripted step' : undefined;
}

function fileValue({ step, name, path }) {
  if (/^(file_?path|absolute_?path|path|file)$/i.test(name)) return path;
  if (step === 'write' && /^(content|file_text|text)$/i.test(name)) return written;
  if (step !== 'edit') return undefined;
  if (/^old_?(string|str|text)$/i.test(name)) return oldText;
  if (/^new_?(string|str|text)$/i.test(name)) return newText;
  return /^(input|patch|patch_?text)$/i.test(name) ? patch(step, path) : undefined;
}

/** Known properties get their value, other required ones anything that fits. */
function fill(schema, valueOf) {
  const required = new Set(schema.required ?? []);
  const filled = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const value = valueOf(name, typeOf(property)) ?? (required.has(name) ? anything(property) : undefined);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(filled);
}

function typeOf({ type, anyOf, oneOf }) {
  const types = [type ?? (anyOf ?? oneOf ?? []).map((choice) => choice.type)].flat();
  return String(types.find((name) => name && name !== 'null') ?? 'string').toLowerCase();
}

/** Any value for a JSON schema; also answers the small questions in JSON that agents ask their model. */
export function anything(schema = {}) {
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, anything(property)]),
      );
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    default:
      return 'scripted step';
  }
}
