import type { JsonSchema } from '@datacortex/dynamic-agents'

type Problem = { readonly path: string; readonly reason: string }

/** How an answer is asked for that has a type. */
export function answerBy(schema: JsonSchema): string {
  return `Answer with JSON alone, valid by this JSON Schema:\n\n${JSON.stringify(schema)}`
}

/** How one is asked to repair an answer. */
export function repairText(text: string, { path, reason }: Problem, schema: JsonSchema): string {
  return `This answer is not valid at ${path}: ${reason}.\n\n${text.slice(0, 50_000)}\n\nGive the same answer, repaired. ${answerBy(schema)}`
}

/** What an answer says, and what is wrong with it. */
export async function readAnswer(
  text: string,
  schema: JsonSchema,
): Promise<{ readonly result: unknown; readonly problem: Problem | undefined }> {
  const { jsonInAnswer, typeProblem } = await import('@datacortex/dynamic-agents')
  const result = jsonInAnswer(text)
  return {
    result,
    problem:
      result === undefined ? { path: '/', reason: 'it is no JSON' } : typeProblem(result, { schema, name: 'output' }),
  }
}
