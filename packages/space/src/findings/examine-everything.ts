import { type Finding, asFinding } from '@datacortex/errors'
import { type SpacePaths, agentsWithIdentity, readSettings } from '@datacortex/platform'
import { routedUtterances } from '@datacortex/router/utterances'
import { z } from 'zod'
import { agentCounts } from '../agents/agent-counts.ts'
import { followRoots } from '../agents/follow-roots.ts'
import { originFindings } from '../directories/origin-findings.ts'
import { nostrFindings } from '../nostr/nostr-links.ts'
import { operation } from '../operation.ts'
import { tlsOfSettings } from '../published/read-tls.ts'
import { readTokens } from '../tokens/token-store.ts'
import { examineSpace } from './examine-space.ts'
import { knowledgeFindings } from './knowledge-findings.ts'
import { languageFindings } from './language-findings.ts'
import { memoryFindings } from './memory-findings.ts'
import { mindFindings } from './mind-findings.ts'
import { modelFindings } from './model-findings.ts'
import { runFindings } from './run-findings.ts'

export const examineEverything = operation({
  input: z.strictObject({}),
  output: z.looseObject({ ok: z.boolean(), findings: z.array(z.looseObject({ code: z.string() })) }),
  run: async (work) => {
    const { paths, signal, bundledDirectory } = work
    const utterances = routedUtterances(paths)
    const { catalogue, ...examined } = await examineSpace(paths, { signal, utterances, bundledDirectory })
    const found = [
      ...examined.findings,
      ...(await modelFindings(paths).catch(asFinding('model'))),
      ...(await memoryFindings(paths, { signal }).catch(asFinding('notes'))),
      ...(await mindFindings(paths).catch(asFinding('minds'))),
      ...(await languageFindings(paths, { signal }).catch(asFinding('model'))),
      ...(await tlsOfSettings(paths).then((tls) => tls?.findings ?? [], asFinding('serve'))),
      ...(await followRoots(work, -1).then((roots) => roots.findings, asFinding('agents'))),
      ...(await peerFindings(paths).catch(asFinding('minds'))),
      ...(await originFindings(work).catch(asFinding('directories'))),
      ...(await nostrFindings(work).catch(asFinding('nostr'))),
      ...(await readTokens(paths).then(() => [], asFinding('tokens'))),
      ...(catalogue === undefined
        ? []
        : [...(await runFindings(work, { catalogue })), ...(await knowledgeFindings(work, { catalogue }))]),
    ]
    const findings = found.filter(isFirst).toSorted((a, b) => severityOrder[a.severity] - severityOrder[b.severity])
    return {
      ...examined,
      /** Whether no finding is an error. */
      ok: !findings.some(({ severity }) => severity === 'error'),
      /** Errors first, then warnings, then the rest. */
      findings,
      /** Where the agents stand; absent if they can't be read. */
      ...(catalogue === undefined ? {} : { counts: agentCounts(catalogue.registry) }),
    }
  },
})

const severityOrder = { error: 0, warning: 1, info: 2 } as const

/** Broken settings stop several parts, and each of them says so. */
function isFirst({ code, message, subject }: Finding, index: number, all: readonly Finding[]): boolean {
  const same = (one: Finding): boolean =>
    one.code === code && one.message === message && (one.severity === 'error' || one.subject === subject)
  return all.findIndex(same) === index
}

async function peerFindings(paths: SpacePaths): Promise<readonly Finding[]> {
  if ((await agentsWithIdentity(paths)).length === 0) return []
  const { examinePeers } = await import('@datacortex/cognition')
  return await examinePeers(paths, (await readSettings(paths)).minds)
}
