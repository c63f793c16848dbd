import { type Finding, CodedError } from '@datacortex/errors'
import { type ExtractedDocument, type Extraction, type SubAgentInput, checkExtraction } from '@datacortex/plugin'
import { knowledgeError } from '../errors.ts'
import type { SubAgentPool } from '../ports.ts'

export type Extracted = {
  readonly documents: readonly ExtractedDocument[]
  readonly findings: readonly Finding[]
  /** Of what was read in the end: that of a PDF behind an address. */
  readonly contentType: string
  /** Where a file behind an address was fetched from, after redirects; that of a page is in its document. */
  readonly url?: string | undefined
}

/**
 * Hands an input to the sub-agent that takes it, and on to the next one if it hands over.
 * @throws `KNOWLEDGE_NO_SUB_AGENT`, `KNOWLEDGE_HAND_OVER_LOOP`, `KNOWLEDGE_NO_TEXT`, or what the sub-agent says.
 * @example const { documents } = await runSubAgents(input, { subAgents, signal })
 */
export async function runSubAgents(
  input: SubAgentInput,
  { subAgents, signal }: { subAgents: SubAgentPool; signal: AbortSignal },
): Promise<Extracted> {
  const findings: Finding[] = []
  const chain: string[] = []
  for (let next = input; ;) {
    signal.throwIfAborted()
    const id = await subAgents.accepts(next)
    if (id === undefined)
      throw knowledgeError('KNOWLEDGE_NO_SUB_AGENT', { input: next.name, contentType: next.contentType })
    chain.push(id)
    const extraction = await extract(id, { input: next, subAgents, signal })
    findings.push(...extraction.findings)
    if (extraction.handOver === undefined) {
      const documents = extraction.documents.filter(({ text }) => text.trim() !== '')
      if (documents.length === 0)
        throw knowledgeError('KNOWLEDGE_NO_TEXT', { input: input.name, contentType: next.contentType })
      return { documents, findings, contentType: next.contentType, url: next.url }
    }
    if (chain.length > mostHandOvers) throw knowledgeError('KNOWLEDGE_HAND_OVER_LOOP', { input: input.name, chain })
    next = extraction.handOver
  }
}

const mostHandOvers = 2

async function extract(
  id: string,
  { input, subAgents, signal }: { input: SubAgentInput; subAgents: SubAgentPool; signal: AbortSignal },
): Promise<Extraction> {
  try {
    return checkExtraction(await subAgents.extract(id, input, { signal }), { name: id })
  } catch (error) {
    signal.throwIfAborted()
    if (CodedError.is(error)) throw error
    throw knowledgeError(
      'KNOWLEDGE_EXTRACTION_FAILED',
      { input: input.name, subAgent: id, thrown: error },
      { cause: error },
    )
  }
}
