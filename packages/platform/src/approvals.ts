import { lstat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord } from './parse/is-record.ts'
import { jsonOf } from './parse/json-of.ts'
import { readTextFile } from './files/read-text-file.ts'
import { ifMissing } from './files/if-missing.ts'
import { userPaths } from './space/user-paths.ts'
import { writeFileAtomically } from './files/write-file-atomically.ts'

/** Whose approvals count. */
export type ApprovalOptions = {
  /** Folder of the user's own settings; that of the operating system if absent. */
  readonly userDirectory?: string | undefined
}

/** What a user said yes to. */
export type ApprovalKey = {
  readonly kind: 'approved-commands' | 'approved-mcp' | 'approved-modules'
  /** Of everything that the yes is about, in hexadecimal: whatever changes is another thing, and is asked about anew. */
  readonly digest: string
}

/**
 * What was noted when this user said yes to a thing; undefined if that never happened, or the note is damaged.
 *
 * Approvals lie outside of the space, one file each, so that a space from somewhere else can't bring its own.
 *
 * @param key - The thing.
 * @param options - `userDirectory`.
 * @example if ((await readApproval({ kind: 'approved-commands', digest })) === undefined) return
 */
export async function readApproval(
  key: ApprovalKey,
  options: ApprovalOptions = {},
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const read = await readTextFile(fileOf(key, options), { maxBytes: 1_000_000 })
  if (!read.ok) return undefined
  const note = jsonOf(read.text)
  // Damaged is not approved.
  return isRecord(note) ? note : undefined
}

/**
 * Remembers that this user said yes to a thing; what was noted before is replaced.
 *
 * @param key - The thing.
 * @param options - `note`: what a person would want to know of it; `approvedAt` is added. `userDirectory`.
 * @throws `PLATFORM_FILE_UNWRITABLE` if the folder can't be written.
 * @example await writeApproval({ kind: 'approved-commands', digest }, { note: { command: '["claude"]' } })
 */
export async function writeApproval(
  key: ApprovalKey,
  { note, ...options }: ApprovalOptions & { readonly note: Readonly<Record<string, unknown>> },
): Promise<void> {
  const text = JSON.stringify({ ...note, approvedAt: new Date().toISOString() })
  await writeFileAtomically(fileOf(key, options), `${text}\n`, { mode: 0o600 })
}

/**
 * Whether anything is noted that {@link removeApproval} would take away, also where it is damaged and no yes.
 *
 * @param key - The thing.
 * @param options - `userDirectory`.
 * @example if (await hasApproval({ kind: 'approved-commands', digest })) await removeApproval(key)
 */
export async function hasApproval(key: ApprovalKey, options: ApprovalOptions = {}): Promise<boolean> {
  return (await lstat(fileOf(key, options)).catch(ifMissing(undefined))) !== undefined
}

/**
 * Takes a yes back.
 *
 * @param key - The thing.
 * @param options - `userDirectory`.
 * @returns Whether there was one.
 * @example await removeApproval({ kind: 'approved-commands', digest })
 */
export async function removeApproval(key: ApprovalKey, options: ApprovalOptions = {}): Promise<boolean> {
  return await unlink(fileOf(key, options))
    .then(() => true)
    .catch(ifMissing(false))
}

function fileOf({ kind, digest }: ApprovalKey, { userDirectory }: ApprovalOptions): string {
  return join(userDirectory ?? userPaths().config, kind, `${digest}.json`)
}
