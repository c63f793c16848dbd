import { type Finding, errorFinding, warningFinding } from '@datacortex/errors'
import { isRecord, readTextFile, recordOf, schemaIssues, wantOf, withheldWants } from '@datacortex/platform'
import type { SpacePaths, Want } from '@datacortex/platform'
import { formatYamlProblem, parseYaml } from '@datacortex/platform/yaml'
import { moduleName } from '@datacortex/plugin'
import { defaultSources } from './default-sources.ts'
import { SourceConfig, sourceFields } from './source-config.ts'

/** A source of the registry. */
export type RegisteredSource = SourceConfig & {
  readonly id: string
  /** Whether its user has not allowed what its entry wants: it has nothing that could be asked. */
  readonly withheld?: true | undefined
}

/**
 * Reads `sources.yaml` over `defaults` (DIP-0021 §3.6); a bad entry or file is a finding and hides nothing else.
 * @returns The sources in the order of the file, then those that are built in.
 */
export async function readSources(
  paths: SpacePaths,
  { defaults = defaultSources }: { readonly defaults?: Readonly<Record<string, unknown>> | undefined } = {},
) {
  const findings: Finding[] = []
  const written = await entriesOf(paths, findings)
  const sources: RegisteredSource[] = []
  for (const id of new Set([...Object.keys(written), ...Object.keys(defaults)])) {
    const source = sourceOf(id, { written: entryOf(written, id), built: entryOf(defaults, id), findings })
    const want = entryWant(id, entryOf(written, id))
    if (source === undefined) continue
    const isWithheld = want !== undefined && withheldWants(paths, [want]).length > 0
    sources.push(isWithheld ? { ...source, ...nothingToAsk } : source)
  }
  return { sources, findings }
}

/**
 * What the entries of `sources.yaml` want of this machine: to start a server, to send queries somewhere.
 * @example (await readSourceWants(paths)).map(({ name }) => name) // ['sources.wiki']
 */
export async function readSourceWants(paths: SpacePaths): Promise<readonly Want[]> {
  return Object.entries(await entriesOf(paths, [])).flatMap(([id, entry]) => entryWant(id, entry) ?? [])
}

function entryWant(id: string, entry: unknown): Want | undefined {
  if (!isRecord(entry) || !wanting.some((field) => ![undefined, null, false].includes(entry[field] as undefined)))
    return undefined
  const isStarted = isRecord(entry['mcp']) && entry['mcp']['command'] !== undefined
  return wantOf(`sources.${id}`, { kind: isStarted ? 'runs' : 'sends', value: entry })
}

// What remains of an entry without them asks nobody whom the built-in one would not ask.
const wanting = ['request', 'response', 'mcp', 'module', 'tool', 'api_key', 'enabled'] as const

const nothingToAsk = {
  withheld: true,
  request: undefined,
  response: undefined,
  mcp: undefined,
  module: undefined,
  api_key: undefined,
} as const

/** An entry may be named as what every object has: `constructor`. */
function entryOf(entries: Readonly<Record<string, unknown>>, id: string): unknown {
  return Object.hasOwn(entries, id) ? entries[id] : undefined
}

async function entriesOf(paths: SpacePaths, findings: Finding[]): Promise<Readonly<Record<string, unknown>>> {
  const file = paths.sourcesFile
  const broken = (message: string): Readonly<Record<string, unknown>> => {
    const hint = 'Correct the file; until then only the built-in sources are known.'
    findings.push(errorFinding('SOURCE_FILE_INVALID', file, { message, hint }))
    return {}
  }
  const read = await readTextFile(file)
  if (!read.ok) return read.code === 'ENOENT' ? {} : broken(read.reason)
  const { document, problems } = parseYaml(read.text)
  const [problem] = problems
  if (problem !== undefined) return broken(formatYamlProblem(problem, { text: read.text, file }))
  const value: unknown = document.toJS()
  if (value === null || value === undefined) return {}
  if (!isRecord(value)) return broken('It is no map with a key `sources`.')
  const sources = value['sources'] ?? {}
  for (const [id, entry] of Object.entries(value))
    if (id !== 'sources' && isRecord(entry) && ['type', 'tool', 'layers'].some((field) => Object.hasOwn(entry, field)))
      findings.push(
        errorFinding('SOURCE_ENTRY_INVALID', `sources.${id}`, {
          message: `The source ${JSON.stringify(id)} is left out: it stands beside \`sources\` and not below it.`,
          hint: 'Indent the entry in .datacore/registry/sources.yaml.',
        }),
      )
  return isRecord(sources) ? sources : broken('`sources` must be a map of entries by name.')
}

function sourceOf(
  id: string,
  { written, built, findings }: { readonly written: unknown; readonly built: unknown; readonly findings: Finding[] },
): RegisteredSource | undefined {
  const subject = `sources.${id}`
  const invalid = (issues: readonly string[]): undefined => {
    const message = `The source ${JSON.stringify(id)} is left out: ${issues.join('; ')}.`
    const hint = 'Correct these fields of the entry in .datacore/registry/sources.yaml.'
    findings.push(errorFinding('SOURCE_ENTRY_INVALID', subject, { message, hint }))
    return undefined
  }
  if (!moduleName.safeParse(id).success) return invalid(['its name must be lower-case letters, digits and hyphens'])
  if (written !== undefined && !isRecord(written)) return invalid(['it is no map of fields'])
  // A key without a value counts as absent.
  const given = Object.entries({ ...recordOf(built), ...written }).filter(([, value]) => value !== null)
  const entry: Record<string, unknown> = Object.fromEntries(given)
  // An MCP server of one's own takes the place of the code that is built in.
  if (written?.['mcp'] !== undefined || written?.['request'] !== undefined) entry['module'] = written['module']
  const parsed = SourceConfig.safeParse(entry)
  if (!parsed.success) return invalid(schemaIssues(parsed.error))
  const unknown = Object.keys(entry).filter((key) => !sourceFields.includes(key))
  const message = `The source ${JSON.stringify(id)} has fields that mean nothing: ${unknown.join(', ')}.`
  const hint = `Fields are ${sourceFields.join(', ')}.`
  if (unknown.length > 0) findings.push(warningFinding('SOURCE_FIELD_UNKNOWN', subject, { message, hint }))
  return { ...parsed.data, id }
}
