import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { interruptedRunOf } from '../interrupted/interrupted-research.ts'
import { openResearch } from '../knowledge/open-research.ts'
import { columns, shorten } from '../output/format.ts'
import { localTime } from '../output/local-time.ts'
import { chooseOnTerminal } from '../output/choose-candidates.ts'
import { researchLines } from '../output/research-lines.ts'
import { takenInField } from '../output/taken-in-rows.ts'
import { undoField } from '../output/undo-rows.ts'
import { takeInNotes } from '../indexing/take-in-notes.ts'
import { tellInterrupted } from '../interrupted/tell-interrupted.ts'
import { selectOf } from './research-subjects.ts'

/** `datacortex research list`: the runs of a space, newest first. */
export async function researchList(context: Context): Promise<CommandResult> {
  const { listRuns } = await import('@datacortex/research')
  const runs = await listRuns(await spaceOf(context))
  const rows = runs.map(({ id, state, createdAt, topic, cost_usd: cost }) => [
    id,
    state,
    localTime(createdAt),
    `$${cost.toFixed(2)}`,
    shorten(topic, 60),
  ])
  return { data: { runs }, lines: rows.length === 0 ? ['no research runs here yet'] : columns(rows) }
}

/** `datacortex research show RUN`: a run with its steps and quotations, checked again without the network. */
export async function researchShow(context: Context, { id }: { readonly id: string }): Promise<CommandResult> {
  const { showRun } = await import('@datacortex/research')
  const shown = await showRun(await spaceOf(context), id)
  const { topic, state, reason, createdAt, steps, cost_usd: cost, quotations } = shown
  const isProved = quotations.verified === quotations.all
  return {
    data: { ...shown, ok: isProved },
    lines: [
      ...columns([
        ['topic', topic],
        ['state', reason === undefined ? state : `${state}: ${reason}`],
        ['begun', localTime(createdAt)],
        ['cost', `$${cost.toFixed(3)}`],
        ...steps.map(({ phase, done, ms }) => [phase, `${done} done in ${(ms / 1000).toFixed(1)} s`]),
        ['quotations', `${quotations.verified} of ${quotations.all} stand in what was read`],
        ...(state === 'interrupted' || state === 'failed' ? [['next', `datacortex research resume ${id}`]] : []),
      ]),
    ],
    exitCode: isProved ? 0 : 1,
  }
}

/** `datacortex research resume RUN`: goes on where a run was stopped. */
export async function researchResume(
  context: Context,
  {
    id,
    index,
    select,
  }: { readonly id: string; readonly index: boolean; readonly select?: readonly string[] | undefined },
): Promise<CommandResult> {
  const selection = selectOf(select)
  const paths = await spaceOf(context)
  const { readRun, resumeResearch } = await import('@datacortex/research')
  const { config } = await readRun(paths, id)
  const space = typeof config['space'] === 'string' ? config['space'] : '0-personal'
  const { result, undo } = await (async () => {
    await using opened = await openResearch(paths, context, {
      space,
      choose: chooseOnTerminal(context),
      robots: !Array.isArray(config['urls']) || config['urls'].length === 0,
      taskFiles: taskFilesOf(config),
    })
    const { personal, org } = opened.knowledge.catalogue.registry.knowledgeLocations
    const { signal } = context
    const resumed = await tellInterrupted(
      async () => await resumeResearch(id, opened.ports, { ...selection, signal, locations: { personal, org } }),
      { signal, told: () => interruptedRunOf(id) },
    )
    return { result: resumed, undo: opened.knowledge.undoName() }
  })()
  const taken = index ? await takeInNotes(paths, context, { undo }) : undefined
  return {
    data: { ...result, ...undoField(undo), ...takenInField(taken) },
    lines: researchLines(result, { undo, taken }),
  }
}

function taskFilesOf({ task }: Readonly<Record<string, unknown>>): readonly string[] {
  return typeof task === 'object' && task !== null && 'file' in task && typeof task.file === 'string' ? [task.file] : []
}
