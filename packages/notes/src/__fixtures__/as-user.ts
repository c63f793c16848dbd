import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const nobody = 65_534

/** Runs something as a user whom permissions bind and who owns a folder: root may read and write everything. */
export async function asOrdinaryUser<T>(folder: string, run: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) {
    await promisify(execFile)('chown', ['-R', String(nobody), folder])
    process.seteuid?.(nobody)
  }
  try {
    return await run()
  } finally {
    if (isRoot) process.seteuid?.(0)
    // Anyone who is bound by permissions could not remove the folder afterwards.
    await promisify(execFile)('chmod', ['-R', 'u+rwX', folder])
  }
}
