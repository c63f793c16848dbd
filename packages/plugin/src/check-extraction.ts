import { z } from 'zod'
import { pluginError } from './errors.ts'
import type { Extraction } from './sub-agent.ts'

const quote = z.looseObject({ text: z.string(), start: z.int().min(0), end: z.int().min(0) })

const block = z.looseObject({
  kind: z.enum(['heading', 'paragraph', 'list', 'table', 'code', 'quote', 'turn']),
  start: z.int().min(0),
  end: z.int().min(0),
})

const extractedDocument = z.looseObject({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  blocks: z.array(block),
  authors: z.array(z.string()),
  conversation: z
    .looseObject({ topics: z.array(z.unknown()), decisions: z.array(quote), insights: z.array(quote) })
    .optional(),
})

const shape = z
  .looseObject({
    documents: z.array(extractedDocument),
    findings: z.array(z.unknown()),
    handOver: z.unknown().optional(),
  })
  .refine(({ documents, handOver }) => documents.length > 0 || handOver !== undefined, {
    message: 'it has neither documents nor a handOver',
  })

/**
 * Checks what the code of a module returned as an extraction; a module may have been written in plain JavaScript.
 * @throws `PLUGIN_ANSWER_INVALID` with what is wrong with it.
 * @example const { documents } = checkExtraction(await subAgent.extract(input, { signal }), { name: 'outliner' })
 */
export function checkExtraction(value: unknown, { name }: { name: string }): Extraction {
  const invalid = (issues: readonly string[]): Error =>
    pluginError('PLUGIN_ANSWER_INVALID', { name, answered: 'extract', issues })
  const result = shape.safeParse(value)
  if (!result.success) {
    const issues = result.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
    throw invalid(issues.slice(0, 5))
  }
  const extraction = value as Extraction
  for (const { text, blocks } of extraction.documents) {
    const outside = blocks.find(({ start, end }) => end < start || end > text.length)
    if (outside !== undefined) throw invalid([`a block ends at ${outside.end}, outside its text`])
  }
  return extraction
}
