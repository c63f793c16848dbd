import { type EvidenceFault, type Snapshot, verifyEvidence } from '../claims/evidence.ts'
import { plainMarkdown } from '@datacortex/knowledge-extractor/text'
import { conclude } from './find-gaps.ts'
import type { Synthesis } from './types.ts'

export type CheckedSynthesis = {
  readonly synthesis: Synthesis
  readonly dropped: readonly { readonly evidence: string; readonly fault: EvidenceFault | 'unknown id' }[]
}

/** Checks each quotation against the snapshots; what does not stand there goes, and findings without proof. */
export function checkSynthesis(synthesis: Synthesis, snapshots: readonly Snapshot[]): CheckedSynthesis {
  const kept = new Map([...synthesis.noteSnapshots, ...snapshots].map((snapshot) => [snapshot.sourceId, snapshot]))
  const dropped: { evidence: string; fault: EvidenceFault | 'unknown id' }[] = []
  const good = new Set<string>()
  for (const evidence of synthesis.evidence) {
    const fault = verifyEvidence(evidence, kept.get(evidence.sourceId))
    if (fault === undefined) good.add(evidence.id)
    else dropped.push({ evidence: evidence.id, fault })
  }
  const known = new Set(synthesis.evidence.map(({ id }) => id))
  const isGood = (id: string): boolean => {
    if (!known.has(id)) dropped.push({ evidence: id, fault: 'unknown id' })
    return good.has(id)
  }
  const quotes = new Map(synthesis.evidence.map(({ id, quote }) => [id, quote]))
  const findings = synthesis.findings.flatMap((finding) => {
    const [evidence, local] = [finding.evidence.filter(isGood), finding.local.filter(isGood)]
    const [first] = evidence
    if (first === undefined) return []
    const lost = finding.evidence.filter((id) => known.has(id) && !good.has(id)).length
    if (lost === 0) return { ...finding, evidence, local }
    // Its words may have been those of the source that is gone, and its voice does not count any longer.
    const independent = Math.max(finding.convergence.independent - lost, 1)
    return {
      ...finding,
      evidence,
      local,
      text: plainMarkdown(quotes.get(first) ?? ''),
      convergence: { ...finding.convergence, independent },
    }
  })
  const answers = synthesis.answers?.map(({ question, evidence: id }) =>
    id !== undefined && isGood(id) ? { question, evidence: id } : { question },
  )
  const contradictions = synthesis.contradictions.filter(({ a, b }) => [a, b].filter(isGood).length === 2)
  if (dropped.length === 0) return { synthesis, dropped }
  const used = new Set([
    ...findings.flatMap((one) => [...one.evidence, ...one.local]),
    ...contradictions.flatMap(({ a, b }) => [a, b]),
    ...(answers ?? []).flatMap(({ evidence: id }) => id ?? []),
  ])
  const evidence = synthesis.evidence.filter(({ id }) => good.has(id) && used.has(id))
  const { opening: _opening, ...rest } = synthesis
  return { synthesis: conclude({ ...rest, answers, findings, contradictions, evidence }), dropped }
}
