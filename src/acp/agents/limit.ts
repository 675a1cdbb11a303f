/** The promise, or `late` when it takes longer than `milliseconds`. A late rejection is swallowed. */
export async function within<Value, Late>(
  milliseconds: number,
  promise: Promise<Value>,
  late: Late,
): Promise<Value | Late> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Late>((resolve) => {
    timer = setTimeout(() => resolve(late), milliseconds);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
    promise.catch(() => undefined);
  }
}
