import { readLog } from '@datacortex/execution'
import {
  type BriefingParts,
  type CostRow,
  type NightRecord,
  type OpenTask,
  type ReputationMove,
  renderBriefing,
} from '@datacortex/nightshift'
import { type QueueResult, briefingSections, listRuns, writeBriefing } from '@datacortex/research'
import { readTextFile, resolveInside, createWritesBroker } from '@datacortex/platform'
import { randomInt } from 'node:crypto'
import { chooseSpaceFolder } from '../notes/space-folder.ts'
import type { Work } from '../work.ts'
import type { OpenNight } from './open-night.ts'

type Reputations = ReadonlyMap<string, number>

type Options = {
  readonly opened: OpenNight
  readonly record: NightRecord
  readonly open: readonly OpenTask[]
  readonly problems: readonly string[]
  readonly research: readonly QueueResult[]
  readonly reputationBefore: Reputations
}

/** The reputation of each agent that has one. */
export async function reputations({ catalogue }: Pick<Work, 'catalogue'>): Promise<Reputations> {
  const { agents } = (await catalogue()).registry
  return new Map(
    [...agents].flatMap(([id, { entry }]) => {
      const score = entry.performance?.reputation?.score
      return typeof score === 'number' ? [[id, score] as const] : []
    }),
  )
}

/** Writes the briefing of a night, over an earlier one of the same day that nobody changed; its path. */
export async function writeNightBriefing(work: Work, options: Options): Promise<string> {
  const { record, open, problems, research, reputationBefore } = options
  const { paths, signal } = work
  const space = await chooseSpaceFolder(paths, '0-personal')
  const body = renderBriefing({
    night: record,
    open,
    problems,
    ...(await costsOf(work, record)),
    reputation: moved(reputationBefore, await reputations(work)),
    topics: research.reduce((sum, { runs }) => sum + runs.length, 0),
    research: research.flatMap(briefingSections),
  })
  const broker = createWritesBroker({
    root: paths.root,
    grants: ['*/content/reports/*'],
    run: `briefing-${record.date}-${randomInt(1e8, 1e9)}`,
  })
  const readFile = async (path: string): Promise<string | undefined> => {
    const read = await readTextFile(await resolveInside(paths.root, path))
    return read.ok ? read.text : undefined
  }
  return await writeBriefing(body, {
    date: record.date,
    space,
    at: Date.now(),
    ports: { writes: broker, readFile },
    signal,
  })
}

function moved(before: Reputations, after: Reputations): readonly ReputationMove[] {
  return [...after].flatMap(([agent, to]) => {
    const from = before.get(agent) ?? 50
    return Math.round(from) === Math.round(to)
      ? []
      : [{ agent, from, to, why: 'by what evaluators and people said of its runs' }]
  })
}

/** What agents and research cost in this night and in the month of it, by who did it, and by who was paid. */
async function costsOf(
  { paths, signal }: Work,
  record: NightRecord,
): Promise<Pick<BriefingParts, 'costs' | 'sources'>> {
  const month = new Date(record.beganAt)
  const since = new Date(month.getFullYear(), month.getMonth(), 1)
  const { executions } = await readLog(paths, { since, signal })
  const costs: CostRow[] = []
  const sources: CostRow[] = []
  for (const { agent_id: name, runner = 'unknown', timestamp, called_by: by, ...run } of executions) {
    const isOfNight = by === 'nightshift' && timestamp >= record.beganAt
    const monthUsd = run.cost_usd ?? 0
    const tokens = (run.tokens_in ?? 0) + (run.tokens_out ?? 0)
    const spent = { ...(isOfNight ? { runs: 1, usd: monthUsd, tokens } : none), monthUsd }
    costs.push({ name, ...spent })
    sources.push({ name: runner, ...spent })
  }
  for (const { createdAt, config, costs: paid, cost_usd: usd } of await listRuns(paths)) {
    if (createdAt < since.toISOString()) continue
    const isOfNight = config['queue'] === record.date
    costs.push({ name: 'research', ...(isOfNight ? { runs: 1, usd, tokens: 0 } : none), monthUsd: usd })
    for (const one of paid)
      sources.push({
        name: one.source,
        ...(isOfNight ? { runs: one.calls, usd: one.usd, tokens: 0 } : none),
        monthUsd: one.usd,
      })
  }
  return { costs: summed(costs), sources: summed(sources) }
}

const none = { runs: 0, usd: 0, tokens: 0 }

function summed(all: readonly CostRow[]): readonly CostRow[] {
  const rows = [...Map.groupBy(all, ({ name }) => name)].map(([name, own]) => {
    const sum = (figure: 'runs' | 'usd' | 'tokens' | 'monthUsd'): number =>
      own.reduce((total, row) => total + row[figure], 0)
    return { name, runs: sum('runs'), usd: sum('usd'), tokens: sum('tokens'), monthUsd: sum('monthUsd') }
  })
  return rows
    .filter((row) => row.runs > 0 || row.monthUsd > 0)
    .toSorted((one, other) => other.usd - one.usd || (one.name < other.name ? -1 : 1))
}
