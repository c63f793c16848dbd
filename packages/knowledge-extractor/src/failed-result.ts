import type { CodedError } from '@datacortex/errors'
import { knowledgeError } from './errors.ts'
import { type KnowledgeInput, firstType, inputName } from './knowledge-input.ts'
import type { KnowledgeResult } from './knowledge-result.ts'

export function failedResult(input: KnowledgeInput, error: CodedError): KnowledgeResult {
  return {
    status: skipping.has(error.code) ? 'skipped' : 'failed',
    input: inputName(input),
    input_type: firstType(input),
    zettels_created: [],
    action_items: [],
    summary: '',
    relevance: {},
    source_authority: 'low',
    tags: [],
    related: [],
    error: { code: error.code, message: error.message, ...(error.hint === undefined ? {} : { hint: error.hint }) },
    findings: [],
  }
}

const skipping = new Set(['KNOWLEDGE_NO_SUB_AGENT', 'KNOWLEDGE_INPUT_SKIPPED', 'KNOWLEDGE_INPUT_IS_NOTE'])

/** The result of an input that a hook left out. */
export function skippedResult(
  input: KnowledgeInput,
  skip: { readonly module: string; readonly reason: string; readonly hint?: string | undefined },
): KnowledgeResult {
  return failedResult(input, knowledgeError('KNOWLEDGE_INPUT_SKIPPED', { input: inputName(input), ...skip }))
}
