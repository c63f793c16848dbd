/** An answer as the service gives it, with a thought beside the text. */
export function geminiAnswer(text: string, finishReason: string): Response {
  return Response.json({
    candidates: [
      {
        index: 0,
        finishReason,
        content: { role: 'model', parts: [{ text: 'The moon, then.', thought: true }, { text }] },
      },
    ],
    usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 30, thoughtsTokenCount: 70, totalTokenCount: 1100 },
    modelVersion: 'gemini-2.5-pro-001',
  })
}
