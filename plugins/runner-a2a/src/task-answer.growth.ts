import { StreamResponse } from '@a2a-js/sdk'
import { noAnswer, withEvent } from './task-answer.ts'

/** Each with a text and a file. */
export function artifacts(size: number): () => unknown {
  const events = Array.from({ length: size }, (_, index) =>
    StreamResponse.fromJSON({
      artifactUpdate: {
        taskId: 't1',
        contextId: 'c1',
        artifact: {
          artifactId: `a${index}`,
          parts: [{ text: 'x' }, { url: `https://example.com/a.png?${index}`, mediaType: 'image/png' }],
        },
      },
    }),
  )
  return () => events.reduce((answer, event) => withEvent(answer, event).answer, noAnswer())
}
