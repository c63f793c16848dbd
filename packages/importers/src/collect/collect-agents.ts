import { realpath } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { isBelow, isLink, readTextFile, recordOf, sha256, ifRefused } from '@datacortex/platform'
import type { OnProgress, SpacePaths, TextFile } from '@datacortex/platform'
import { type Finding, withoutControls } from '@datacortex/errors'
import { type AgentEntry, originOf, sourcePath, cleanTexts } from '@datacortex/registry'
import { agentId } from './agent-id.ts'
import { formatOfContent } from '../formats/detect-format.ts'
import { type ImportedAgent, type SkippedFile, noAgents } from '../formats/file-reading.ts'
import { beginningOf } from '../formats/first-lines.ts'
import { withoutFrontMatter } from '../formats/front-matter.ts'
import { type Candidate, type FindOptions, findCandidates, optionsAt } from './find-candidates.ts'
import { maxAgentFileBytes, readAgentFile } from '../formats/read-agent-file.ts'
import { requiredReads } from './required-reads.ts'
import { names } from '../formats/field-values.ts'

export type CollectedAgent = Pick<ImportedAgent, 'id' | 'entry' | 'path'> & {
  /** What to put before its id if that is taken. */
  readonly prefix: string
  /** Agents of one scope mean each other by their names: a plugin, project, folder or registry file; absolute path. */
  readonly scope: string
}

export type Collection = {
  readonly agents: readonly CollectedAgent[]
  readonly skipped: readonly SkippedFile[]
  readonly findings: readonly Finding[]
}

export type CollectOptions = FindOptions & {
  /** Files below one of the paths that are as they were when they were read last, and are not read again. */
  readonly isKnown?: ((path: string, from: string) => boolean) | undefined
  readonly onProgress?: OnProgress | undefined
}

/** Reads every agent below the given paths. Whatever lies there is an agent or among what was skipped, once. */
export async function collectAgents(from: readonly string[], options: CollectOptions): Promise<Collection> {
  const { candidates: unordered, skipped: found } = await findCandidates(from, options)
  // A file goes before the links to it, whatever they are called.
  const linked = await Promise.all(unordered.map(async ({ path }) => await isLink(path)))
  const candidates = [false, true].flatMap((isOne) => unordered.filter((_, index) => linked[index] === isOne))
  const skipped = [...found]
  const agents: CollectedAgent[] = []
  const findings: Finding[] = []
  const seen = new Map<string, string>()
  // A list and the prompts that it names are read together.
  const listing = new Set(candidates.filter(({ format }) => format === 'datacore').map(({ from: start }) => start))
  for (const [index, candidate] of candidates.entries()) {
    const { path, isNamed } = candidate
    options.signal?.throwIfAborted()
    // Settings name prompts that change without them.
    const isList = listing.has(candidate.from) || /opencode\.jsonc?$/i.test(path)
    if (!isList && options.isKnown?.(path, candidate.from) === true) continue
    options.onProgress?.({ stage: 'read', done: index, total: candidates.length, subject: path })
    const real = await realpath(path).catch(ifRefused(path))
    const same = seen.get(real)
    if (same !== undefined) {
      skipped.push({ path, kind: 'link', reason: `a link to ${same}, which is read` })
      continue
    }
    seen.set(real, path)
    const reading = await readCandidate(candidate, optionsAt(candidate.from, options))
    if (candidate.isUnnamed !== true) {
      agents.push(...reading.agents)
      skipped.push(...reading.skipped)
      findings.push(...reading.findings)
    } else if (reading.agents.length > 0) skipped.push({ path, reason: 'no manifest of its plugins names it' })
    else skipped.push({ ...foreign, path })
    if (candidate.isUnnamed === true || reading.agents.length + reading.skipped.length > 0) continue
    skipped.push(isNamed ? { path, reason: nothingFound(candidate) } : { ...foreign, path })
  }
  options.onProgress?.({ stage: 'read', done: candidates.length, total: candidates.length })
  const sorted = agents.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  const { kept, prompts } = withoutPrompts(sorted)
  return { agents: kept, skipped: [...skipped, ...prompts], findings: eachOnce(findings) }
}

const foreign = { kind: 'foreign', reason: 'it is about something else' } as const

async function readCandidate(candidate: Candidate, { paths, format: wanted }: CollectOptions) {
  const { path } = candidate
  const isRegistry = candidate.format === 'datacore'
  const file = await readTextFile(path, { maxBytes: isRegistry ? 10_000_000 : maxAgentFileBytes })
  if (!file.ok) {
    // A file of which only the content could tell may be anything.
    const isAnything = candidate.format === 'look' && !candidate.isNamed
    return { agents: [], skipped: isAnything ? [] : [unreadable(path, file)], findings: [] }
  }
  const isLookedAt = candidate.format === 'look'
  const format = candidate.format === 'look' ? formatOfContent(file.text, path) : candidate.format
  if (format === undefined || (isLookedAt && wanted !== 'auto' && format !== wanted)) return { ...noAgents, agents: [] }
  const reading = readAgentFile(file.text, { format, path: path.split(sep).join('/'), isPlace: candidate.isPlace })
  const place = { candidate, paths, sha256: sha256(file.bytes) }
  const agents: CollectedAgent[] = []
  const findings = [...reading.findings]
  const undescribed: string[] = []
  for (const agent of reading.agents) {
    const isListed = format === 'datacore' || agent.entry.source !== undefined
    const reads = isListed ? undefined : await requiredReads(agent, { candidate, paths })
    const collected =
      reads === undefined
        ? await placeRegistered(agent, place)
        : placeAgent(agent, { ...place, required: reads.required })
    if (collected.entry.description === '' && format === 'opencode') undescribed.push(collected.id)
    else agents.push(collected)
    findings.push(...(reads?.findings ?? []))
  }
  // Pages of other programs have front matter, too.
  const isOther = ({ reason }: SkippedFile): boolean =>
    !candidate.isPlace && !candidate.isNamed && /has no name and no description/.test(reason)
  const skipped = [
    ...reading.skipped.map((each) => ({ ...each, path, ...(isOther(each) ? foreign : {}) })),
    ...undescribed.map((id) => ({
      path,
      reason: `agent ${id}: it has no description, and no prompt that begins with one`,
    })),
  ]
  return { skipped, findings, agents }
}

type Place = { readonly candidate: Candidate; readonly paths: SpacePaths; readonly sha256: string }

function placeAgent(
  { id, entry, part }: ImportedAgent,
  { candidate, paths, ...place }: Place & { readonly required: readonly string[] },
): CollectedAgent {
  return {
    ...placed(id, candidate),
    entry: {
      ...cleanEntry(entry, id),
      source: [sourcePath(paths, candidate.path), ...(part === undefined ? [] : [part])].join('#'),
      sha256: place.sha256,
      ...(place.required.length === 0 ? {} : { reads: { required: place.required } }),
    },
  }
}

/** An agent that a list of agents names has its prompt as source if that is there, else its place in the list. */
async function placeRegistered(agent: ImportedAgent, place: Place): Promise<CollectedAgent> {
  const { candidate, paths } = place
  const { source } = agent.entry
  const extension = recordOf(agent.entry['x-datacore'])
  const own = sourcePath(paths, candidate.path)
  const from = /\.md$/i.test(candidate.path) ? own : `${own}#${String(extension['key'])}`
  const prompt = source === undefined ? undefined : await promptOf(source, candidate)
  const file = prompt === undefined ? undefined : await readTextFile(prompt, { maxBytes: maxAgentFileBytes })
  const hasPrompt = prompt !== undefined && file?.ok === true
  const entry = hasPrompt ? describedBy(agent.entry, file.text) : agent.entry
  return {
    ...placed(agent.id, candidate),
    entry: {
      ...cleanEntry(entry, agent.id),
      source: hasPrompt ? sourcePath(paths, prompt) : from,
      sha256: hasPrompt ? sha256(file.bytes) : place.sha256,
      'x-datacore': { from, ...extension, ...(hasPrompt || source === undefined ? {} : { source }) },
    },
  }
}

/** An agent of which its list says nothing is what its prompt says first. */
function describedBy(entry: AgentEntry, prompt: string): AgentEntry {
  const description = entry.description === '' ? beginningOf(withoutFrontMatter(prompt)) : undefined
  if (description === undefined) return entry
  const skills = entry.skills.map((skill) => (skill.description === '' ? { ...skill, description } : skill))
  return { ...entry, description, skills }
}

function placed(id: string, candidate: Candidate): Omit<CollectedAgent, 'entry'> {
  return { id, path: candidate.path, prefix: prefixOf(candidate), scope: candidate.scope }
}

async function promptOf(source: string, { path, scope }: Candidate): Promise<string | undefined> {
  const isInSpace = path.split(sep).slice(-3, -1).join('/') === '.datacore/registry'
  const root = isInSpace ? dirname(dirname(dirname(path))) : dirname(path)
  if (source.startsWith('/') || source.includes('\\') || /^[a-z]+:/i.test(source)) return undefined
  const prompt = join(root, ...source.split('/'))
  if (!/\.(?:md|markdown|toml|txt)$/i.test(source)) return undefined
  // A registry of somebody else must not name files outside its own folder, or the project that it is of.
  const outermost = root.startsWith(`${scope}${sep}`) ? scope : root
  const [realRoot, real] = await Promise.all([realpath(outermost), realpath(prompt).catch(ifRefused(prompt))])
  return isBelow(real, realRoot) ? prompt : undefined
}

/** With a list of agents and the prompts it names in one import, the list's entries count: they say more. */
function withoutPrompts(agents: readonly CollectedAgent[]): {
  readonly kept: readonly CollectedAgent[]
  readonly prompts: readonly SkippedFile[]
} {
  const isListed = (entry: AgentEntry): boolean => originOf(entry) !== entry.source
  const listed = new Set(agents.filter(({ entry }) => isListed(entry)).map(({ entry }) => entry.source))
  const isKept = ({ entry }: CollectedAgent): boolean => isListed(entry) || !listed.has(entry.source)
  const reason = 'it is the prompt of an agent that a list names'
  const left = agents.filter((agent) => !isKept(agent))
  return { kept: agents.filter(isKept), prompts: left.map(({ path }) => ({ path, kind: 'foreign', reason })) }
}

const plainFolders: ReadonlySet<string> = names(`
  agents skills .claude .github .cursor .codex .agents .gemini .kiro .opencode .datacore registry
`)

function prefixOf({ path, plugin }: Candidate): string {
  if (plugin !== undefined) return agentId(plugin) ?? 'plugin'
  const isSkill = basename(path) === 'SKILL.md'
  const folders = dirname(isSkill ? dirname(path) : path)
    .split(sep)
    .filter((name) => name !== '')
  const folder = folders.findLast((name) => !plainFolders.has(name))
  return agentId(folder ?? '') ?? 'imported'
}

function unreadable(path: string, file: Extract<TextFile, { ok: false }>): SkippedFile {
  const line = /\(line (\d+)\)$/.exec(file.reason)?.[1]
  return { path, ...(line === undefined ? {} : { line: Number(line) }), reason: file.reason }
}

function nothingFound({ path }: Candidate): string {
  return /\.(?:md|markdown|mdc)$/i.test(path)
    ? 'it has no front matter; the format prompt goes by its first lines'
    : 'it holds no agent in a known format'
}

/** Many agents may have one file in common. */
function eachOnce(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()]
}

/** An entry whose texts for people have no control or direction characters; paths and patterns stay as they are. */
export function cleanEntry(entry: AgentEntry, id: string): AgentEntry {
  return cleanTexts(entry, { id, clean })
}

/** Ends are trimmed only where something went, so that texts of others stay as they wrote them. */
function clean(text: string): string {
  const cleaned = withoutControls(text)
  return cleaned === text ? text : cleaned.trim()
}
