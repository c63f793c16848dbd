import type { Finding } from '@datacortex/errors'
import { CodedError } from '@datacortex/errors'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { bundledPlugins } from '../bundled-plugins.ts'
import { agentCount } from '../output/agent-count.ts'
import { findingLines } from '../output/finding-lines.ts'
import { count } from '../output/format.ts'
import { knowledgeFindings } from '../findings/knowledge-findings.ts'
import { memoryFindings } from '../findings/memory-findings.ts'
import { modelFindings } from '../findings/model-findings.ts'
import { runFindings } from '../findings/run-findings.ts'

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
  const found = [
    ...examined.findings,
    ...(await modelFindings(paths).catch(asFinding('model'))),
    ...(await memoryFindings(paths, context).catch(asFinding('notes'))),
    ...(examined.catalogue === undefined
      ? []
      : [
          ...(await runFindings(paths, { ...context, catalogue: examined.catalogue })),
          ...(await knowledgeFindings(paths, { catalogue: examined.catalogue })),
        ]),
  ]
  const findings = found.filter(isFirst).toSorted((a, b) => severityOrder[a.severity] - severityOrder[b.severity])
  const ok = !findings.some((finding) => finding.severity === 'error')
  // The notes have an index of their own.
  const index = examined.index === 'fresh' ? 'index fresh' : `find index ${examined.index}`
  const { catalogue } = examined
  const agents = catalogue === undefined ? count(examined.agents, 'agent') : agentCount(catalogue.registry)
  const counts = `${agents} · ${count(examined.modules, 'module')} · ${index}`
  return {
    data: { ok, findings, agents: examined.agents, modules: examined.modules, index: examined.index },
    lines: [...findingLines(findings), `${ok ? 'ok      ' : 'not ok  '} ${counts}`],
    exitCode: ok ? 0 : 1,
  }
}

const severityOrder = { error: 0, warning: 1, info: 2 } as const

/** Broken settings stop several parts, and each of them says so. */
function isFirst({ code, message, subject }: Finding, index: number, all: readonly Finding[]): boolean {
  const same = (one: Finding): boolean =>
    one.code === code && one.message === message && (one.severity === 'error' || one.subject === subject)
  return all.findIndex(same) === index
}

/** What stops one part is a finding, so that the other parts are still examined. */
function asFinding(subject: string): (error: unknown) => readonly Finding[] {
  return (error) => {
    if (!CodedError.is(error)) throw error
    const { code, message, hint } = error
    return [{ code, severity: 'error', subject, message, hint }]
  }
}
