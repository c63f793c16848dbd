import { join } from 'node:path'
import { type Execution, readLog, writeBounds } from '@datacortex/execution'
import type { Outcome } from '@datacortex/nightshift'
import { readTextFile } from '@datacortex/platform'
import type { RanAgent } from '../agents/ran-agent.ts'
import { nightshiftError } from '@datacortex/nightshift'
import type { Work } from '../work.ts'

type Ended = Pick<Execution, 'agent_id' | 'status' | 'outputs' | 'duration_ms'> &
  Pick<Execution, 'tokens_in' | 'tokens_out' | 'cost_usd' | 'error'> & {
    readonly id: string
    readonly text: string
    readonly checks: Execution['quality']['automated_checks']
  }

export async function outcomeOf(work: Work, ran: RanAgent): Promise<Outcome> {
  if (!('execution_id' in ran)) throw nightshiftError('NIGHTSHIFT_RUN_REFUSED', {})
  const { execution_id: id, agent, checks, ...rest } = ran
  return await asOutcome(work, { ...rest, id, agent_id: agent, checks })
}

/** What the log has of an execution; undefined if it never began, and of one whose process was killed that it was. */
export async function loggedOutcome(work: Work, id: string): Promise<Outcome | undefined> {
  const { paths } = work
  const [execution] = (await readLog(paths, { id, signal: work.signal })).executions
  if (execution === undefined) return undefined
  const answer = execution.outputs.find(({ path }) => isAnswer(path))
  const read = answer === undefined ? undefined : await readTextFile(join(paths.root, answer.path))
  const text = read?.ok === true ? read.text : ''
  return await asOutcome(work, { ...execution, text, checks: execution.quality.automated_checks })
}

async function asOutcome(work: Work, ended: Ended): Promise<Outcome> {
  const { id, agent_id: agent, status, text, error, checks } = ended
  const { registry } = await work.catalogue()
  const isWithin = writeBounds(registry.agents.get(agent)?.entry.writes, registry.knowledgeLocations)
  const others = ended.outputs.filter(({ path }) => !isAnswer(path) && !ofNight.test(path))
  const made = others.filter(
    ({ type, change }) => change !== 'changed' && !/^(?:changed|deleted)-during-run$/.test(type),
  )
  // Nobody saw who changed it, but nobody else is there at night.
  const outside = others.filter(
    ({ path, type, change }) =>
      (change !== undefined || type.endsWith('-during-run')) && !isWithin(path.normalize('NFC')),
  )
  return {
    executionId: id,
    agent,
    status,
    text,
    outputs: made.map(({ path }) => path),
    failedChecks: [
      ...checks
        .filter(({ passed }) => passed === false)
        .map(({ check, detail }) => `${check}: ${detail ?? 'not passed'}`),
      ...(outside.length === 0
        ? []
        : [`it wrote where it may not at night: ${outside.map(({ path }) => path).join(', ')}`]),
    ],
    error: error?.message,
    wasInterrupted: error?.code === 'EXECUTION_INTERRUPTED',
    costUsd: ended.cost_usd ?? 0,
    tokens: (ended.tokens_in ?? 0) + (ended.tokens_out ?? 0),
    durationMs: ended.duration_ms,
  }
}

function isAnswer(path: string): boolean {
  return path.startsWith('.datacore/state/')
}

/** What the night itself writes while agents work. */
const ofNight = /\.org$|(?:^|\/)0-inbox\/nightshift-exec-|^\.datacore\//
