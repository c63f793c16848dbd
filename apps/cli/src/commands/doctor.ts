import type { Finding } from '@datacortex/registry'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { bundledPlugins } from '../bundled-plugins.ts'
import { count } from '../output/format.ts'
import { style } from '../output/style.ts'
import { knowledgeFindings } from '../knowledge-findings.ts'
import { memoryFindings } from '../memory-findings.ts'
import { modelFindings } from '../model-findings.ts'
import { runFindings } from '../run-findings.ts'

/**
 * `datacortex doctor`: everything about the space that a person may want to mend. Exit status 1 on an error.
 *
 * @param context - Of the command.
 */
export async function doctor(context: Context): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const [{ examineSpace }, { routedUtterances }] = await Promise.all([
    import('@datacortex/registry'),
    import('@datacortex/router/utterances'),
  ])
  const utterances = routedUtterances(paths)
  const examined = await examineSpace(paths, { ...context, utterances, bundledDirectory: bundledPlugins() })
  const findings = [
    ...examined.findings,
    ...(await modelFindings(paths)),
    ...(await memoryFindings(paths, context)),
    ...(examined.catalogue === undefined
      ? []
      : [
          ...(await runFindings(paths, { ...context, catalogue: examined.catalogue })),
          ...(await knowledgeFindings(paths, { catalogue: examined.catalogue })),
        ]),
  ]
  const ok = !findings.some((finding) => finding.severity === 'error')
  const counts = `${count(examined.agents, 'agent')} · ${count(examined.modules, 'module')} · index ${examined.index}`
  return {
    data: { ok, findings, agents: examined.agents, modules: examined.modules, index: examined.index },
    lines: [
      ...findings.flatMap((finding, index) => lines(finding, findings[index + 1])),
      `${ok ? 'ok      ' : 'not ok  '} ${counts}`,
    ],
    exitCode: ok ? 0 : 1,
  }
}

function lines(finding: Finding, next: Finding | undefined): readonly string[] {
  const colour = finding.severity === 'error' ? 'red' : finding.severity === 'warning' ? 'yellow' : 'dim'
  const [first = '', ...rest] = finding.message.split('\n')
  const head = `${style(finding.severity.padEnd(8), colour)} ${finding.code}  ${finding.subject}: ${first}`
  // A run of findings with the same remedy names it once, at its end.
  const hint = finding.hint === undefined || finding.hint === next?.hint ? [] : [`           → ${finding.hint}`]
  return [head, ...rest.map((line) => `           ${line}`), ...hint]
}
