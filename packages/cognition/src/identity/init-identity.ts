import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import {
  type SpacePaths,
  isThere,
  readTextFile,
  replaceFile,
  resolveInside,
  sha256,
  withLock,
  writeFileAtomically,
} from '@datacortex/platform'
import { oneLine } from '@datacortex/text'
import { cognitionError } from '../errors.ts'
import { type Writing, identityFile, mindsFolder, readMind } from '../mind.ts'
import { withEntryBlock } from './entry-block.ts'
import { type Identity, specVersion } from './identity.ts'
import { requireSender } from './require-sender.ts'
import { specificationPlace, specificationText } from './specification.ts'

export type InitIdentityOptions = Pick<Writing, 'dryRun' | 'signal'> & {
  readonly agent: string
  readonly name: string
  readonly description: string
  /** Its prompt, without front matter; empty if it has none. */
  readonly prompt: string
  /** Its sender id; one is made if absent. An identity that is there keeps its own. */
  readonly uid?: string | undefined
  /** File of the space that the assistant reads when it starts. */
  readonly entry?: string | undefined
}

/** What was made for an agent; paths are relative to the space. */
export type InitialisedIdentity = {
  readonly agent: string
  readonly identity: Identity
  readonly file: string
  /** Empty if all was there. */
  readonly written: readonly string[]
}

/**
 * Gives an agent an identity, and its entry file the block that leads to it. What is there stays; it can be run again.
 *
 * @param paths - Of the space.
 * @param options - The agent, as its entry in the registry and its prompt say, and the entry file.
 * @throws `COGNITION_ENTRY_INVALID`, and what `readMind` throws for an identity that is there. Nothing is written then.
 * @example await initIdentity(paths, { agent: 'writer', name: 'Writer', description: 'Writes.', prompt: '', entry: 'AGENTS.md' })
 */
export async function initIdentity(paths: SpacePaths, options: InitIdentityOptions): Promise<InitialisedIdentity> {
  const { agent, entry, dryRun = false, signal } = options
  const run = async (): Promise<InitialisedIdentity> => {
    const file = await identityFile(paths, agent)
    const isNew = !(await isThere(file))
    const identity = isNew ? newIdentity(options) : (await readMind(paths, agent)).identity
    requireSender({ agent, identity }, options.uid)
    const { place } = await mindsFolder(paths)
    const identityPlace = `.datacore/agents/${agent}/identity.yaml`
    const specification = join(paths.root, specificationPlace)
    const before = await readTextFile(specification)
    const changes = new Map<string, () => Promise<void>>()
    if (!before.ok || before.text !== specificationText)
      changes.set(specificationPlace, async () => await writeFileAtomically(specification, specificationText))
    if (isNew)
      changes.set(identityPlace, async () => {
        await replaceFile(file, identityText(identity), { expected: 'absent' })
        // It may be another one on a disk that knows the name in another spelling.
        await readMind(paths, agent)
      })
    // All that can be wrong with the entry file is said before anything is written.
    const writeEntry = entry === undefined ? undefined : await entryWriter(paths, { agent, entry, place })
    if (entry !== undefined && writeEntry !== undefined) changes.set(entry, writeEntry)
    if (!dryRun) for (const write of changes.values()) await write()
    return { agent, identity, file: identityPlace, written: [...changes.keys()] }
  }
  return dryRun ? await run() : await withLock(join(paths.locksDirectory, 'minds'), run, { signal })
}

/** Undefined if the block is there already. */
async function entryWriter(
  paths: SpacePaths,
  { agent, entry, place }: { readonly agent: string; readonly entry: string; readonly place: string },
): Promise<(() => Promise<void>) | undefined> {
  const refused = (reason: string) => cognitionError('COGNITION_ENTRY_INVALID', { file: entry, reason })
  const file = await resolveInside(paths.root, entry)
  if (/^\.?\/?\.(?:datacore|git)(?:\/|$)/i.test(entry)) throw refused('it is not read by an assistant')
  const read = await readTextFile(file)
  if (!read.ok && read.code !== 'ENOENT') throw refused(read.reason)
  const before = read.ok ? read.bytes : new Uint8Array()
  const after = withEntryBlock(before, { file: entry, agent, place })
  if (Buffer.compare(before, after) === 0) return undefined
  return async () => {
    const expected = read.ok ? sha256(before) : 'absent'
    if (!(await replaceFile(file, after, { expected, below: paths.root }))) throw refused('somebody saved it meanwhile')
  }
}

/** The identity that an agent gets: its words and nothing made up. What it won't do are the lines of its prompt that say so. */
function newIdentity({ name, description, prompt, uid = randomUUID() }: InitIdentityOptions): Identity {
  const persona = oneLine(description)
  return {
    name: oneLine(name),
    uid,
    persona: persona.length > 300 ? `${persona.slice(0, 299)}…` : persona || oneLine(name),
    capabilities: ['recall:v1', 'remember:v1', 'reflect:v1'],
    personality: [],
    language: [],
    boundaries: boundariesOf(prompt),
  }
}

/** As `identity.yaml` has it: every text in quotes, so that no number or date is made of one. */
function identityText(identity: Identity): string {
  const lists: readonly (keyof Identity)[] = ['personality', 'language', 'capabilities', 'boundaries']
  const lines = (['name', 'uid', 'persona', ...lists] as const).map(
    (key) => `  ${key}: ${JSON.stringify(identity[key] ?? [])}`,
  )
  return [`spec_version: ${JSON.stringify(specVersion)}`, 'identity:', ...lines, ''].join('\n')
}

function boundariesOf(prompt: string): readonly string[] {
  const lines = prompt.split(/\r?\n/).map((line) => line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').trim())
  return lines.filter((line) => line.length <= 200 && /^(?:never|do not|don['’]t|must not)\b/i.test(line)).slice(0, 8)
}
