import type { Finding } from '@datacortex/errors'
import { type LoadedContext, type RunPlan, loadContext } from '@datacortex/execution'
import type { Catalogue } from '@datacortex/modules'
import { requireRight } from '../caller/require-right.ts'
import { runRefusals } from '../caller/run-refusals.ts'
import { shownLeftOut } from '../caller/shown-left-out.ts'
import { openSpaceMemory } from '../parts/memory.ts'
import type { Work } from '../work.ts'
import { isItself } from './agent-context.ts'
import type { RunAgent } from './run-agent-input.ts'

/** Who would run an agent, and what it would be given. */
export type PlannedRun = Pick<LoadedContext, 'parts' | 'tokens' | 'left_out'> & {
  readonly dry_run: true
  readonly agent: string
  readonly runner: string
  /** Those that are errors are what it would be refused for. */
  readonly findings: readonly Finding[]
}

/** What a run would be, without running anything. It shows notes, so a client needs the right to read them. */
export async function planAgentRun(
  work: Work,
  { asked, catalogue, plan }: { readonly asked: RunAgent; readonly catalogue: Catalogue; readonly plan: RunPlan },
): Promise<PlannedRun> {
  const { caller, paths, signal } = work
  requireRight(caller, { name: 'run with dry_run', right: 'read' })
  await using memory = await openSpaceMemory(work, { dryRun: true })
  const loaded = await loadContext(paths, {
    registry: catalogue.registry,
    agent: asked.agent,
    task: asked.task,
    tags: asked.tags,
    skill: plan.skill,
    askedBy: caller.kind === 'agent' ? caller.id : undefined,
    isForItself: await isItself(work, asked.agent),
    budget: asked.budget,
    space: asked.space,
    memory: memory.port,
    signal,
  })
  const refusals = await runRefusals(paths, { plan, executionId: asked.execution_id, signal })
  return {
    dry_run: true,
    agent: plan.agent.id,
    runner: plan.chosen.name,
    tokens: loaded.tokens,
    parts: loaded.parts,
    left_out: shownLeftOut(work, loaded),
    findings: [...refusals, ...plan.findings, ...loaded.findings],
  }
}
