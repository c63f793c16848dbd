import { CodedError } from '@datacortex/errors'
import { readTextFile } from '@datacortex/platform'
import type { ProposedSources } from '@datacortex/sources'
import { z } from 'zod'
import { agreed } from '../caller/agreed.ts'
import { placeFor } from '../caller/place-for.ts'
import { spaceError } from '../errors.ts'
import { type Asked, operation } from '../operation.ts'
import { dryRun, exact, name } from '../schema.ts'
import type { Work } from '../work.ts'

/** Entries of `sources.yaml` as they were, or would be, written. */
export type AddedSources = ProposedSources & {
  /** Relative to the space. */
  readonly file: string
  /** False after a no. */
  readonly changed: boolean
  readonly dry_run?: true | undefined
}

const input = z.strictObject({
  from: exact.optional().describe('Settings of an assistant that name MCP servers, such as .mcp.json.'),
  servers: z.array(name).max(100).optional().describe('Only these of them; all if left out.'),
  tool: name.optional().describe('The tool of the servers that searches.'),
  openapi: exact.optional().describe('An OpenAPI description, as YAML or JSON.'),
  operation: exact.optional().describe('Which of it is asked, by operationId or path.'),
  url: exact.optional().describe('Where the API is, if the description does not say.'),
  key: name.optional().describe('Name of the secret that the API wants, never the secret.'),
  as: name.optional().describe('Its name here; made of its title if left out.'),
  yes: z.boolean().optional(),
  dry_run: dryRun,
})

/** Adds sources that a file describes, after showing them. A command that one starts waits to be approved as any does. */
export const addSource = operation({
  input,
  output: z.looseObject({ entries: z.looseObject({}), left_out: z.array(z.looseObject({})), changed: z.boolean() }),
  run: async (work, asked): Promise<AddedSources> => {
    const { paths } = work
    const { addSources } = await import('@datacortex/modules')
    const proposed = await proposedSources(work, asked)
    const free = await addSources(paths, proposed.entries, { dryRun: true })
    const entries = Object.fromEntries(free.map((id) => [id, proposed.entries[id] ?? {}]))
    const taken = Object.keys(proposed.entries).filter((id) => !free.includes(id))
    const reason = 'there is a source of this name already, which stays as it is'
    const leftOut = [...proposed.left_out, ...taken.map((origin) => ({ origin, reason }))]
    const file = '.datacore/registry/sources.yaml'
    const answer = { entries, left_out: leftOut, file, changed: false }
    if (free.length === 0) return answer
    if (asked.dry_run === true) return { ...answer, changed: true, dry_run: true }
    const files = [{ path: file, text: JSON.stringify({ sources: entries }, null, 2) }]
    if (asked.yes !== true && !(await agreed(work, 'Add this to the sources?', { files }))) return answer
    await addSources(paths, entries, {})
    return { ...answer, changed: true }
  },
})

async function proposedSources(work: Work, asked: Asked<typeof input>): Promise<ProposedSources> {
  const { from, openapi } = asked
  const written = from ?? openapi
  if (written === undefined || (from !== undefined && openapi !== undefined))
    throw spaceError('CLI_USAGE', {
      message: 'A source is added from the settings of an assistant or from an OpenAPI description.',
      hint: 'datacortex source add --from .mcp.json, or: datacortex source add --openapi api.yaml',
    })
  const { sourceIdOf, sourceOfOpenApi, sourcesOfServers } = await import('@datacortex/sources')
  const value = await documentIn(await placeFor(work, written), written)
  if (from !== undefined) return sourcesOfServers(value, { only: asked.servers, tool: asked.tool })
  const { id, entry } = sourceOfOpenApi(value, asked)
  return { entries: { [asked.as === undefined ? id : sourceIdOf(asked.as)]: entry }, left_out: [] }
}

/** JSON is YAML, too. */
async function documentIn(file: string, written: string): Promise<unknown> {
  const { formatYamlProblem, parseYaml } = await import('@datacortex/platform/yaml')
  const read = await readTextFile(file, { maxBytes: 5_000_000 })
  const unreadable = (reason: string): CodedError => spaceError('SPACE_SOURCE_FILE', { file: written, reason })
  if (!read.ok) throw unreadable(read.reason)
  const { document, problems } = parseYaml(read.text)
  const [problem] = problems
  if (problem !== undefined) throw unreadable(formatYamlProblem(problem, { text: read.text, file: written }))
  return document.toJS({ maxAliasCount: 100 })
}
