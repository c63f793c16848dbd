import { readdir } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { CodedError, codedError, whenCoded } from '@datacortex/errors'
import {
  type SpacePaths,
  agentsWithIdentity,
  foldedName,
  ifMissing,
  mindsPlace,
  namesIn,
  resolveInside,
  sha256,
  systemErrorCode,
  systemErrorReason,
  isFolder,
  isThere,
} from '@datacortex/platform'
import { wordsOf } from '@datacortex/text'
import { cognitionError } from './errors.ts'
import { type Identity, readIdentity } from './identity/identity.ts'
import { type RemoteKnowledge, sharedFolder } from './sharing/remote.ts'

/** The mind of an agent: who it is, and where its files lie. */
export type Mind = {
  /** Of the agent, as its folder is named. */
  readonly agent: string
  readonly identity: Identity
  /** Without one its id stands for name and uid, and what it remembers is shared: nobody can say that it asks. */
  readonly hasIdentity: boolean
  readonly paths: SpacePaths
  /** Folder of all minds, and relative to the space. */
  readonly root: string
  readonly place: string
  readonly knowledge: string
  /** Folder of what agents of this space share, with any owner. */
  readonly shared: string
  /** What agents share elsewhere, where there is an address of it, and the folder of its copies. */
  readonly remote?: RemoteKnowledge | undefined
  readonly copies: string
  readonly logs: string
  readonly database: string
  /** The one lock of all that writes into minds of this space. */
  readonly lock: string
}

/** How minds are written to: when it is, if not now; whether it is only said what would be done; and what stops it. */
export type Writing = {
  readonly now?: Date | undefined
  readonly dryRun?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** Of what it keeps: private, or shared where nobody has an identity. */
export function usualVisibility({ hasIdentity }: Pick<Mind, 'hasIdentity'>): 'private' | 'shared' {
  return hasIdentity ? 'private' : 'shared'
}

/**
 * The mind of an agent that has an identity.
 *
 * @param paths - Of the space.
 * @param agent - Its id.
 * @throws `COGNITION_IDENTITY_MISSING`, `COGNITION_IDENTITY_INVALID`, `COGNITION_IDENTITY_TWICE`, `COGNITION_PLACE_REFUSED`;
 *   `PLATFORM_PATH_REFUSED` for an id that can't be a folder.
 * @example (await readMind(paths, 'writer')).identity.name
 */
export async function readMind(paths: SpacePaths, agent: string): Promise<Mind> {
  const [file, ids, minds] = await Promise.all([
    identityFile(paths, agent),
    agentsWithIdentity(paths),
    mindsFolder(paths),
  ])
  const others = ids.filter((id) => id !== agent && foldedName(id) === foldedName(agent))
  if (others.length > 0) throw cognitionError('COGNITION_IDENTITY_TWICE', { agent, others })
  if (!ids.includes(agent)) throw cognitionError('COGNITION_IDENTITY_MISSING', { agent })
  return await mindAt(paths, minds, { agent, identity: await readIdentity(file), hasIdentity: true })
}

/** The id under which the memories of the user lie: no agent is called so. */
export const userMind = 'user'

/**
 * The mind of an agent or of the user, with an identity or without.
 * @param agent - Its id, or `user`.
 * @throws What `readMind` throws for an identity that is there.
 * @example (await mindOf(paths, 'writer')).hasIdentity
 */
export async function mindOf(paths: SpacePaths, agent: string): Promise<Mind> {
  const id = mindName(agent)
  if ((await agentsWithIdentity(paths)).includes(id)) return await readMind(paths, id)
  return await withoutIdentity(paths, await mindsFolder(paths), id)
}

/**
 * The mind that an agent with some identity has, whether that is written yet or not.
 * @throws `COGNITION_PLACE_REFUSED`
 * @example await mindWith(paths, { agent: 'writer', identity })
 */
export async function mindWith(paths: SpacePaths, of: Pick<Mind, 'agent' | 'identity'>): Promise<Mind> {
  return await mindAt(paths, await mindsFolder(paths), { ...of, hasIdentity: true })
}

type MindsFolder = Pick<Mind, 'root' | 'place'>

async function withoutIdentity(paths: SpacePaths, minds: MindsFolder, agent: string): Promise<Mind> {
  const identity = { name: agent, uid: agent, persona: '', capabilities: [] }
  return await mindAt(paths, minds, { agent, identity, hasIdentity: false })
}

async function mindAt(
  paths: SpacePaths,
  minds: MindsFolder,
  who: Pick<Mind, 'agent' | 'identity' | 'hasIdentity'>,
): Promise<Mind> {
  const { agent } = who
  const own = join(minds.root, agent)
  const isFile = (await isThere(own)) && !(await isFolder(own))
  const shared = foldedName(agent) === sharedFolder ? 'that is the folder of shared knowledge' : undefined
  const reason = shared ?? (isFile ? 'it is no folder' : undefined)
  if (reason !== undefined)
    throw cognitionError('COGNITION_PLACE_REFUSED', { place: `${minds.place}/${agent}`, reason })
  return {
    ...who,
    paths,
    ...minds,
    knowledge: join(own, 'knowledge'),
    shared: join(minds.root, sharedFolder),
    copies: join(paths.cacheDirectory, 'minds', agent, 'shared'),
    logs: join(own, 'logs'),
    database: join(paths.cacheDirectory, 'minds', agent, 'memory.db'),
    lock: join(paths.locksDirectory, 'minds'),
  }
}

/**
 * What the folder of an agent's mind is called: a name that is one on every disk; most ids are one as they are.
 * @example mindName('architect/solver') // 'architect-solver-1f2e3d4c'
 */
export function mindName(agent: string): string {
  const isPlain = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N} ._-]{0,98}[\p{L}\p{M}\p{N}_-])?$/u.test(agent)
  if (isPlain && agent === agent.normalize('NFC')) return agent
  return [...wordsOf(agent).slice(0, 8), sha256(agent).slice(0, 8)].join('-')
}

/**
 * The agent whose uid is a sender id.
 *
 * @param paths - Of the space.
 * @param sender - As a platform, a token or `ACAS_SENDER_ID` says.
 * @throws `COGNITION_SENDER_UNKNOWN`, also if several agents have that uid.
 * @example await mindOfSender(paths, '9876543210')
 */
export async function mindOfSender(paths: SpacePaths, sender: string): Promise<Mind> {
  const { minds } = await readMinds(paths)
  const [mind, another] = minds.filter(({ identity, hasIdentity }) => hasIdentity && identity.uid === sender)
  if (mind === undefined || another !== undefined) throw cognitionError('COGNITION_SENDER_UNKNOWN', { sender })
  return mind
}

/** Every mind of a space that can be read, of the user and of agents without an identity too, and why others can't be. */
export async function readMinds(
  paths: SpacePaths,
): Promise<{ readonly minds: readonly Mind[]; readonly problems: readonly CodedError[] }> {
  const ids = await agentsWithIdentity(paths)
  const read = await Promise.all(ids.map(async (id) => await readMind(paths, id).catch(codedError)))
  const minds = await mindsFolder(paths)
  const others = (await foldersWithoutIdentity(minds.root, ids)).map(
    async (agent) => await withoutIdentity(paths, minds, agent),
  )
  return {
    minds: [...read.filter((one) => 'agent' in one), ...(await Promise.all(others))],
    problems: read.filter((one) => CodedError.is(one)),
  }
}

/** The folders of what is known without an identity, of which nothing is private; not that of the mind itself. */
export async function openFolders({ root, agent, paths }: Mind): Promise<readonly string[]> {
  const names = await foldersWithoutIdentity(root, [agent, ...(await agentsWithIdentity(paths))])
  return names.map((name) => join(root, name, 'knowledge'))
}

async function foldersWithoutIdentity(root: string, ids: readonly string[]): Promise<readonly string[]> {
  const known = new Set([...ids, sharedFolder].map(foldedName))
  const entries = await readdir(root, { withFileTypes: true }).catch(ifMissing([])).catch(notAFolder(root))
  return entries
    .filter((one) => one.isDirectory() && !one.name.startsWith('.') && !known.has(foldedName(one.name)))
    .map(({ name }) => name)
}

/** The names in a folder of minds; none if it is not there. Throws `COGNITION_PLACE_REFUSED` for something else than a folder. */
export async function namesOfMind(folder: string): Promise<readonly string[]> {
  return await namesIn(folder).catch(notAFolder(folder))
}

/** The names of the knowledge files in a folder, in order and without their ending. Throws as {@link namesOfMind}. */
export async function topicsIn(folder: string): Promise<readonly string[]> {
  const files = (await namesOfMind(folder)).filter((name) => name.endsWith('.md') && !name.startsWith('.')).toSorted()
  return files.map((name) => name.slice(0, -3))
}

/** Says which one without the place of the space on this machine. */
function notAFolder(folder: string): (error: unknown) => never {
  return (error) => {
    if (systemErrorCode(error) !== 'ENOTDIR') throw error
    const place = folder.split(sep).slice(-2).join('/')
    throw cognitionError('COGNITION_PLACE_REFUSED', { place, reason: systemErrorReason(error) })
  }
}

export async function identityFile(paths: SpacePaths, agent: string): Promise<string> {
  return join(await resolveInside(paths.agentsDirectory, agent), 'identity.yaml')
}

/** The folder that minds lie in. Throws `COGNITION_PLACE_REFUSED`. */
export async function mindsFolder(paths: SpacePaths): Promise<MindsFolder> {
  const written = await mindsPlace(paths)
  const refused = (reason: string) => cognitionError('COGNITION_PLACE_REFUSED', { place: written, reason })
  const place = written.replaceAll(/^(?:\.\/)+|\/+$/g, '')
  const root = await resolveInside(paths.root, place).catch(
    whenCoded(({ details }) => {
      throw refused(String(details['reason']))
    }),
  )
  if (dirname(root) === dirname(paths.root) || place === '.') throw refused('it is the space itself')
  if (place.split('/').some((part) => part.startsWith('.'))) throw refused('it is hidden')
  return { root, place }
}
