import type { OutputOf } from '@datacortex/space'
import { count } from '@datacortex/wording'
import { type Given, asked } from '../arguments/asked.ts'
import { commandOf } from '../command-of.ts'
import { leftOutLines } from '../output/left-out-lines.ts'
import { runLines } from '../output/run-lines.ts'

export const agentRun = commandOf(
  'run',
  (data) => {
    if ('approved' in data) return { lines: ['not approved; nothing was run'], exitCode: 1 }
    if ('dry_run' in data) return plannedLines(data)
    const isDone = (data.status === 'success' || data.status === 'partial') && data.kept
    return { lines: runLines(data), exitCode: isDone ? 0 : 1 }
  },
  {
    ask: async ({ input, ...given }: Omit<Given<'run'>, 'input'> & { readonly input?: string | undefined }) =>
      input === undefined
        ? asked<'run'>(given)
        : asked<'run'>({ ...given, input: await (await import('./dynamic.ts')).jsonIn(input) }),
  },
)

function plannedLines(planned: Extract<OutputOf<'run'>, { readonly dry_run: true }>): readonly string[] {
  const { agent, runner, tokens, parts, findings } = planned
  const who = `${agent} by ${runner}`
  const refusals = findings.filter(({ severity }) => severity === 'error')
  const notes = findings.filter(({ severity }) => severity !== 'error')
  return [
    refusals.length === 0
      ? `would run  ${who}, with ${count(tokens, 'token')} in ${count(parts.length, 'part')}`
      : `would not run  ${who}`,
    ...refusals.flatMap(({ code, message, hint = '' }) => [`refused    ${code}  ${message}`, `hint       ${hint}`]),
    ...notes.map(({ message }) => `note       ${message}`),
    ...leftOutLines(planned),
    'dry run    nothing was run',
  ]
}
