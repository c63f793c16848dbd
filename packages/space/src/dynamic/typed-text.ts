import type { JsonSchema } from '@datacortex/dynamic-agents'

type Problem = { readonly path: string; readonly reason: string }

export function answerBy(schema: JsonSchema): string {
  return `Answer with JSON alone, valid by this JSON Schema:\n\n${JSON.stringify(schema)}`
}

function repairText(text: string, { path, reason }: Problem, schema: JsonSchema): string {
  return `This answer is not valid at ${path}: ${reason}.\n\n${text.slice(0, 50_000)}\n\nGive the same answer, repaired. ${answerBy(schema)}`
}

type Answer = { readonly result: unknown; readonly problem: Problem | undefined }

/** What an answer says, and what is wrong with it after one try to have it repaired. */
export async function repairedAnswer(text: string, schema: JsonSchema, again: (repair: string) => Promise<string>) {
  const first = await readAnswer(text, schema)
  const { problem } = first
  return problem === undefined ? first : await readAnswer(await again(repairText(text, problem, schema)), schema)
}

async function readAnswer(text: string, schema: JsonSchema): Promise<Answer> {
  const { jsonInAnswer, typeProblem } = await import('@datacortex/dynamic-agents')
  const result = jsonInAnswer(text)
  if (result === undefined) return { result, problem: { path: '/', reason: 'it is no JSON' } }
  return { result, problem: typeProblem(result, { schema, name: 'output' }) }
}
