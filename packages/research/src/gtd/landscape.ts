import { formatYamlProblem, parseYaml } from '@datacortex/platform/yaml'
import { isMap, isSeq } from 'yaml'
import { researchError } from '../errors.ts'

export type LandscapeEntity = {
  readonly name: string
  /** Ids of evidence of the report. */
  readonly evidence: readonly string[]
}

export type LandscapeRun = {
  readonly run: string
  readonly at: string
  /** Path of the report, relative to the space. */
  readonly report: string
}

/** Adds entities to a landscape, once a run; all else stays. Throws `RESEARCH_LANDSCAPE_INVALID`. */
export function addToLandscape(
  text: string,
  entities: readonly LandscapeEntity[],
  { run, file }: { run: LandscapeRun; file: string },
): string {
  if (entities.length === 0) return text
  const { document, problems } = parseYaml(text)
  const [problem] = problems
  if (problem !== undefined)
    throw researchError('RESEARCH_LANDSCAPE_INVALID', { file, reason: formatYamlProblem(problem, { text, file }) })
  if (document.contents !== null && !isMap(document.contents))
    throw researchError('RESEARCH_LANDSCAPE_INVALID', { file, reason: 'it is no map with `entities`' })
  const present: unknown = document.get('entities')
  if (present !== undefined && present !== null && !isMap(present))
    throw researchError('RESEARCH_LANDSCAPE_INVALID', { file, reason: '`entities` is no map of names' })
  let changed = false
  for (const { name, evidence } of entities) {
    const at = ['entities', name]
    const known = document.getIn([...at, 'found_in'])
    if (isSeq(known) && known.items.some((item) => isMap(item) && item.get('run') === run.run)) continue
    if (!document.hasIn(at)) document.setIn(at, document.createNode({ first_seen: run.at }))
    if (!isMap(document.getIn(at))) continue
    document.setIn([...at, 'last_seen'], run.at)
    const found = document.createNode({ run: run.run, report: run.report, evidence: [...evidence] })
    if (document.hasIn([...at, 'found_in'])) document.addIn([...at, 'found_in'], found)
    else document.setIn([...at, 'found_in'], document.createNode([found]))
    changed = true
  }
  return changed ? document.toString({ lineWidth: 120 }) : text
}
