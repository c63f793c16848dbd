import type { Counts } from '../counts.ts'
import { writtenDocument } from './written-document.ts'

const thought = /[ \t]?<antThinking>[\s\S]*?(?:<\/antThinking>|$)/g
const artifact = /[ \t]?<antArtifact\b([^>]{0,1000})>([\s\S]*?)(?:<\/antArtifact>|$)/g

/** A text of Claude as its page shows it. */
export function claudeProse(text: string, counts: Counts): string {
  if (!text.includes('<ant')) return text
  const thoughts = text.match(thought)?.length ?? 0
  if (thoughts > 0) counts.skip('reasoning', thoughts)
  return text
    .replaceAll(thought, '')
    .replaceAll(artifact, (_, attributes: string, content: string) => {
      const document = writtenDocument('artifact', {
        title: attribute(attributes, 'title'),
        type: attribute(attributes, 'type'),
        content,
      })
      return `\n\n${document}\n\n`
    })
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function attribute(attributes: string, name: string): string | undefined {
  return new RegExp(String.raw`\b${name}="([^"]*)"`).exec(attributes)?.[1]
}
