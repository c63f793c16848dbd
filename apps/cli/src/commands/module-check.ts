import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { findingLines } from '../output/finding-lines.ts'

/** Arguments of `module check`. */
export type ModuleCheckOptions = {
  /** The name of a module of the space, or what `module install` takes. */
  readonly target: string
  readonly yes?: true | undefined
}

/** `datacortex module check FOLDER|NAME`. */
export async function moduleCheck(context: Context, { target, yes }: ModuleCheckOptions): Promise<CommandResult> {
  const data = await (await spaceOf(context)).modules.check({ module: target, yes })
  if ('checked' in data) return { data, lines: ['not checked; none of its code was run'] }
  const { module, version, ok, findings } = data
  return {
    data,
    lines: [...findingLines(findings), `${ok ? 'ok      ' : 'not ok  '} ${[module, version].join(' ').trim()}`],
    exitCode: ok ? 0 : 1,
  }
}
