const nobody = 65_534

/** Runs something as a user whom permissions bind: root may read and write everything. */
export async function asOrdinaryUser<T>(run: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return await run()
  process.seteuid?.(nobody)
  try {
    return await run()
  } finally {
    process.seteuid?.(0)
  }
}
