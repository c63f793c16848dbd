import { CodedError } from '@datacortex/errors'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { MemoryOfOthersError } from '../errors.ts'
import { shownMemory } from '../knowledge/shown-memories.ts'
import { openNoteHost } from '../open/note-host.ts'
import { outerCaller } from '../outer-caller.ts'
import { shorten } from '../output/format.ts'

/** Arguments of `memory confirm`. */
export type MemoryConfirmOptions = { readonly id: string; readonly dryRun?: true | undefined }

/** Arguments of `memory retract`. */
export type MemoryRetractOptions = MemoryConfirmOptions & { readonly reason?: string | undefined }

/**
 * `datacortex memory confirm ID`: somebody checked it. One that does not hold any more stays as it is.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link MemoryUnknownError}
 * @throws {@link MemoryOfOthersError} in the run of an agent.
 */
export async function memoryConfirm(
  context: Context,
  { id: given, dryRun }: MemoryConfirmOptions,
): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { id, status, summary } = await shownMemory(paths, given)
  const caller = outerCaller()
  if (caller !== undefined) throw new MemoryOfOthersError({ agent: caller.id, id })
  if (status !== 'candidate') {
    const lines = [`unchanged  ${id} is ${status} already`]
    return { data: { id, status, changed: false }, lines }
  }
  if (dryRun === true)
    return {
      data: { id, status, changed: false, dry_run: true },
      lines: [`would confirm  ${shorten(summary, 80)}`, 'dry run        nothing was changed'],
    }
  const { confirmMemory } = await import('@datacortex/memory')
  await confirmMemory(paths, id, { signal: context.signal })
  return { data: { id, status: 'confirmed', changed: true }, lines: [`confirmed  ${id}  ${shorten(summary, 80)}`] }
}

/**
 * `datacortex memory retract ID`: takes a memory back: nothing finds it any more. Its text stays in the journal.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link MemoryUnknownError}
 * @throws {@link MemoryOfOthersError} in the run of an agent that did not remember it.
 */
export async function memoryRetract(
  context: Context,
  { id: given, reason, dryRun }: MemoryRetractOptions,
): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { id, agent_id: agent, status, summary } = await shownMemory(paths, given)
  const caller = outerCaller()
  if (caller !== undefined && caller.id !== agent) throw new MemoryOfOthersError({ agent: caller.id, id })
  const { openNoteIndex, retractMemory, stillHolds } = await import('@datacortex/memory')
  if (!stillHolds({ status })) {
    const lines = [`unchanged  ${id} is ${status} already`]
    return { data: { id, status, changed: false }, lines }
  }
  if (dryRun === true)
    return {
      data: { id, status, changed: false, dry_run: true },
      lines: [`would retract  ${shorten(summary, 80)}`, 'dry run        nothing was changed'],
    }
  await using host = await openNoteHost(paths, context)
  const { modelId, dimensions } = host.embedder
  const { signal } = context
  // Without an index nothing keeps a row of it; the next update takes out what one that can't be opened has.
  await using index = await openNoteIndex(paths, { modelId, dimensions, signal }).catch(absent)
  await retractMemory(paths, { id, reason }, { collection: index?.chunks, signal })
  return {
    data: { id, status: 'retracted', changed: true },
    lines: [
      `retracted  ${id}  ${shorten(summary, 80)}`,
      'its text stays in .datacore/state/session-memories.jsonl, which only this machine has',
    ],
  }
}

function absent(error: unknown): undefined {
  if (!CodedError.is(error)) throw error
}
