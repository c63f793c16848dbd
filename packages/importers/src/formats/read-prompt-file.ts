import type { FileReading } from './file-reading.ts'
import { readMarkdownAgent } from './markdown-agent.ts'

/** Reads a prompt that says nothing about itself: named after its file, described by heading and first paragraph. */
export function readPromptFile(text: string, path: string): FileReading {
  return readMarkdownAgent(text, { path, format: 'prompt', isPlace: true })
}
