import { readdir, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { CodedError, codedError } from '@datacortex/errors'
import { type Approvable, type ApprovalOptions, approvalOf } from './approvals.ts'
import { factsDigest } from './commands/bind-command.ts'
import { platformError } from './errors.ts'
import { ifRefused } from './files/if-missing.ts'
import { readTextFile } from './files/read-text-file.ts'
import type { SpacePaths } from './space/space-paths.ts'
import { systemErrorCode, systemErrorReason } from './files/system-error-reason.ts'

export type ReadSecretOptions = ApprovalOptions & {
  /** Who gets it because the space itself says so, in its settings or its sources: hosts with their ports. */
  readonly sentTo?: readonly string[] | undefined
}

/**
 * A secret by its name: the file of that name in `.datacore/env`, else the environment variable.
 *
 * Neither goes to a host or port that only the space names, also on this machine, before this user said yes to it.
 * @param name - Letters, digits and underscores, such as `OPENAI_API_KEY`.
 * @returns The secret without surrounding white space; undefined if it is nowhere, or empty.
 * @throws `PLATFORM_PATH_REFUSED` if the name can't be one of an environment variable.
 * @throws `PLATFORM_FILE_UNREADABLE` if there is a file of that name that can't be read.
 * @throws `PLATFORM_SECRET_MISPLACED` if a link leads out of `.datacore/env`.
 * @throws `PLATFORM_SECRET_WITHHELD` if it would go where only the space says.
 * @example const key = await readSecret(paths, 'OPENAI_API_KEY')
 */
export async function readSecret(
  paths: SpacePaths,
  name: string,
  { sentTo = [], userDirectory }: ReadSecretOptions = {},
): Promise<string | undefined> {
  const secret = await valueOf(paths, name)
  for (const to of secret === undefined ? [] : sentTo)
    if ((await approvalOf(await secretApproval(paths, { name, to }), { userDirectory })) === undefined)
      throw platformError('PLATFORM_SECRET_WITHHELD', { name, to })
  return secret
}

/**
 * That a secret goes to a host which only the space names, as something that a user can say yes to.
 * @param options - `name` of the secret; `to`: a host with its port.
 * @example await approve(await secretApproval(paths, { name: 'MODEL_KEY', to: '127.0.0.1:4000' }))
 */
export async function secretApproval(
  paths: Pick<SpacePaths, 'root' | 'trust'>,
  { name, to }: { readonly name: string; readonly to: string },
): Promise<Approvable> {
  const facts = { secret: name, to, folder: paths.trust.boundTo ?? (await realpath(paths.root)) }
  return { kind: 'approved-secrets', at: `secrets.${name}@${to}`, facts, digest: factsDigest(facts) }
}

async function valueOf(paths: SpacePaths, name: string): Promise<string | undefined> {
  if (!/^[A-Za-z_]\w{0,99}$/.test(name))
    throw platformError('PLATFORM_PATH_REFUSED', { path: name, reason: 'it is not the name of a secret' })
  const file = await placeOf(paths, name)
  if (file !== undefined) {
    const read = await readTextFile(file, { maxBytes: 100_000 })
    if (read.ok) return read.text.trim() || undefined
    if (read.code !== 'ENOENT')
      throw platformError('PLATFORM_FILE_UNREADABLE', { file: join(paths.envDirectory, name), reason: read.reason })
  }
  return (process.env[name] ?? '').trim() || undefined
}

/**
 * Names in `.datacore/env` whose files lie somewhere else, so that they are no secrets of this space.
 * @example await misplacedSecrets(paths) // ['WIKI_KEY']
 */
export async function misplacedSecrets(paths: SpacePaths): Promise<readonly string[]> {
  const names = await readdir(paths.envDirectory).catch(ifRefused([]))
  const misplaced: string[] = []
  for (const name of names.toSorted((one, other) => (one < other ? -1 : 1))) {
    const place = await placeOf(paths, name).catch(codedError)
    if (CodedError.is(place, 'PLATFORM_SECRET_MISPLACED')) misplaced.push(name)
  }
  return misplaced
}

/** Where the file of a secret really lies; undefined if there is none. */
async function placeOf(paths: SpacePaths, name: string): Promise<string | undefined> {
  const link = join(paths.envDirectory, name)
  try {
    const [file, datacore] = await Promise.all([realpath(link), realpath(paths.datacore)])
    const [folder, ...rest] = relative(datacore, file).split(sep)
    if (folder !== 'env' || rest.length === 0) throw platformError('PLATFORM_SECRET_MISPLACED', { name })
    return file
  } catch (error) {
    if (CodedError.is(error) || systemErrorCode(error) === undefined) throw error
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw platformError('PLATFORM_FILE_UNREADABLE', { file: link, reason: systemErrorReason(error) }, { cause: error })
  }
}
