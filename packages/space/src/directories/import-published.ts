import {
  type FoundOrigin,
  alikeFinding,
  alikeIn,
  askOrigin,
  directoryError,
  DirectoryCache,
  importRefusal,
  localNames,
} from '@datacortex/directory'
import { type Finding, infoFinding, warningFinding } from '@datacortex/errors'
import { agentId } from '@datacortex/importers'
import {
  isThere,
  platformError,
  readSettings,
  withLock,
  writeFileAtomically,
  writeLocalSettings,
} from '@datacortex/platform'
import { type Registry, updateRegistry, withDisabled } from '@datacortex/registry'
import { join } from 'node:path'
import { teamOf } from '../nostr/team-of.ts'
import type { Work } from '../work.ts'
import { askOptions } from './asked-directories.ts'
import { knownDirectories } from './known-directories.ts'
import { agentOrigin } from './origin-of.ts'
import { publishedEntry } from './published-entry.ts'

/** An agent that came from a directory, and the address that it was published at. */
export type ImportedOrigin = {
  readonly id: string
  readonly path: string
  readonly origin: string
  /** What its file would be, where nothing is written yet. */
  readonly text?: string | undefined
}

/**
 * Makes agents of what directories publish: switched off, its prompt a file, where it came from kept. One that is here
 * already stays as it is.
 */
export async function importPublished(
  work: Work,
  { addresses, isDry }: { readonly addresses: readonly string[]; readonly isDry: boolean },
) {
  const { paths, caller } = work
  // Texts that an agent reads must not choose what is fetched.
  if (caller.kind === 'agent') {
    const [url = ''] = addresses
    throw platformError('FETCH_REFUSED', { url, reason: 'its address was not given by the user', hint: askUser })
  }
  const [known, { deadlineMs, signal }] = await Promise.all([knownDirectories(work), askOptions(work)])
  using cache = await DirectoryCache.open(paths)
  const [imported, unchanged, findings]: [ImportedOrigin[], ImportedOrigin[], Finding[]] = [[], [], []]
  const found = new Map<string, FoundOrigin>()
  const asked = new Set(addresses)
  for (const id of asked) {
    const one = await askOrigin(cache, known, { id, deadlineMs, signal })
    const { team } = one === undefined && /^(?:nostr:)?n/i.test(id) ? await teamOf(work, id) : {}
    if (team !== undefined) {
      for (const member of team.members) asked.add(member.id)
      findings.push(...team.missing.map((member) => missingFinding(member, team.title)))
      continue
    }
    if (one === undefined) throw directoryError('DIRECTORY_AGENT_UNKNOWN', { id, asked: known.map(({ name }) => name) })
    const reason = importRefusal(one.record)
    if (reason !== undefined) throw directoryError('DIRECTORY_RECORD_REFUSED', { id, reason })
    found.set(one.record.id, one)
  }
  for (const one of found.values()) {
    const registry = withDisabled((await work.catalogue()).registry)
    const here = importedFrom(registry, one.record.id)
    if (here !== undefined) {
      unchanged.push({ id: here.id, path: here.path, origin: one.record.id })
      if (here.hash !== one.record.hash) findings.push(changedFinding(here.id, one.record.id))
      continue
    }
    const id = await freeId(work, { registry, name: one.record.name, hash: one.record.hash })
    const made = publishedEntry(paths, one, { id, now: Date.now() })
    imported.push({ id, path: made.entry.source ?? '', origin: one.record.id, ...(isDry ? { text: made.text } : {}) })
    const names = localNames([...registry.agents.values()].map((agent) => [agent.id, agent.entry.name]))
    findings.push(...alikeFinding(id, alikeIn([one.record], { cache, localNames: names })))
    if (one.isKept) findings.push(keptFinding(id, one))
    if (isDry) continue
    // Off before it is there: a kill in between leaves nothing that runs.
    await switchOff(work, id)
    await writeFileAtomically(made.file, made.text)
    await updateRegistry(paths, (editor) => editor.setAgent(id, made.entry), { signal: work.signal })
  }
  return { imported, unchanged, findings }
}

const askUser = 'Ask the user of this machine to import it.'

function importedFrom(registry: Registry, origin: string) {
  for (const { id, entry } of registry.agents.values()) {
    const known = agentOrigin(entry)
    if (known?.id === origin) return { id, path: entry.source ?? '', hash: known.hash }
  }
  return undefined
}

async function freeId(
  { paths }: Pick<Work, 'paths'>,
  { registry, name, hash }: { readonly registry: Registry; readonly name: string; readonly hash: string },
): Promise<string> {
  const plain = agentId(name) ?? `agent-${hash.slice(0, 8)}`
  const isFree = async (id: string): Promise<boolean> =>
    !registry.agents.has(id) && !(await isThere(join(paths.agentsDirectory, `${id}.md`)))
  if (await isFree(plain)) return plain
  for (let digits = 6; digits <= 64; digits += 2)
    if (await isFree(`${plain}-${hash.slice(0, digits)}`)) return `${plain}-${hash.slice(0, digits)}`
  return `${plain}-${hash}`
}

async function switchOff({ paths, signal }: Work, id: string): Promise<void> {
  const run = async (): Promise<void> => {
    const { disabled } = (await readSettings(paths)).agents
    if (!disabled.includes(id)) await writeLocalSettings(paths, 'agents', { disabled: [...disabled, id] })
  }
  await withLock(join(paths.locksDirectory, 'settings'), run, { signal })
}

function changedFinding(id: string, origin: string): Finding {
  return infoFinding('DIRECTORY_ORIGIN_CHANGED', id, {
    message: `What is published at ${origin} is not what ${id} was made of.`,
    hint: `datacortex agent update --from-origin ${id}`,
  })
}

function missingFinding(member: string, team: string): Finding {
  return warningFinding('SPACE_NOSTR_MEMBER_MISSING', member, {
    message: `No relay has this member of the team ${team}; the others were taken.`,
    hint: 'Add a relay that has it: datacortex nostr relays add wss://relay.example.org',
  })
}

function keptFinding(id: string, { directory, record }: FoundOrigin): Finding {
  return infoFinding('DIRECTORY_NOT_REACHED', id, {
    message: `${directory} could not be asked for ${record.id}; it was made of what is kept here.`,
    hint: `datacortex agent update --from-origin ${id}`,
  })
}
