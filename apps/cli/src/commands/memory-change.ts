import type { InputOf, OutputOf } from '@datacortex/space'
import { shorten } from '@datacortex/wording'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'

/** Arguments of `memory confirm`. */
export type MemoryConfirmOptions = { readonly id: string; readonly dryRun?: true | undefined }

/** Arguments of `memory retract`. */
export type MemoryRetractOptions = MemoryConfirmOptions & Pick<InputOf<'memory.retract'>, 'reason'>

/** `datacortex memory confirm ID`: somebody checked it. One that does not hold any more stays as it is. */
export async function memoryConfirm(context: Context, { id, dryRun }: MemoryConfirmOptions): Promise<CommandResult> {
  const space = await spaceOf(context)
  const data = await space.memory.confirm({ id, dry_run: dryRun })
  return { data, lines: unchangedLines(data, 'confirm') ?? [`confirmed  ${data.id}  ${shorten(data.summary, 80)}`] }
}

/** `datacortex memory retract ID`: takes a memory back: nothing finds it any more. Its text stays in the journal. */
export async function memoryRetract(
  context: Context,
  { id, reason, dryRun }: MemoryRetractOptions,
): Promise<CommandResult> {
  const space = await spaceOf(context)
  const data = await space.memory.retract({ id, reason, dry_run: dryRun })
  return {
    data,
    lines: unchangedLines(data, 'retract') ?? [
      `retracted  ${data.id}  ${shorten(data.summary, 80)}`,
      'its text stays in .datacore/state/session-memories.jsonl, which only this machine has',
    ],
  }
}

function unchangedLines(
  { id, status, summary, changed, dry_run: isDry }: OutputOf<'memory.confirm'>,
  verb: 'confirm' | 'retract',
): readonly string[] | undefined {
  if (isDry) return [`would ${verb}  ${shorten(summary, 80)}`, 'dry run        nothing was changed']
  return changed ? undefined : [`unchanged  ${id} is ${status} already`]
}
