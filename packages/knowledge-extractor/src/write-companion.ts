import { join, posix } from 'node:path'
import { type Finding, warningFinding } from '@datacortex/errors'
import { readTextFile, sha256 } from '@datacortex/platform'
import type { ExtractedDocument } from '@datacortex/plugin'
import { stringify } from 'yaml'
import type { Extracted } from './input/run-sub-agents.ts'
import type { KnowledgeInput } from './knowledge-input.ts'
import type { KnowledgePorts } from './ports.ts'
import { insidePath } from './source-id.ts'
import { type WrittenText, writeText } from './write-text.ts'

type CompanionOptions = {
  readonly input: KnowledgeInput
  readonly ports: KnowledgePorts
  readonly extracted: Extracted
  readonly signal: AbortSignal
}

/** Writes the text of a binary file or a saved page beside it, as `<file>.md`, if that is asked for. */
export async function writeCompanion(document: ExtractedDocument, options: CompanionOptions): Promise<WrittenText> {
  const { input, ports, extracted, signal } = options
  const isWanted = ports.companions === true && input.kind === 'file' && extracted.documents.length === 1
  if (!isWanted || readable.test(extracted.contentType)) return { findings: [] }
  const inside = insidePath(ports.paths.root, input.path)
  if (inside === undefined) return { findings: [outside(input.path)] }
  const path = `${inside}.md`
  const found = await readTextFile(join(ports.paths.root, path))
  const original = posix.basename(inside)
  if (found.ok ? !found.text.startsWith('---\ntype: companion\n') : found.code !== 'ENOENT')
    return { findings: [taken(path)] }
  const fields = { type: 'companion', original, content_hash: sha256(document.text), taint: 'external' }
  const text = `---\n${stringify(fields, { lineWidth: 0 })}---\n\n${document.text.trimEnd()}\n`
  const request = { path, text, expected: found.ok ? sha256(found.bytes) : 'absent' }
  return await writeText(request, { code: 'KNOWLEDGE_COMPANION_UNWRITTEN', ports, signal })
}

/** A person can read these as they are; the text of a page stands among its marks. */
const readable = /^(?:text\/(?!html\b)|inode\/|application\/(?:json|xml|x-ndjson|yaml|toml|javascript)|message\/)/

function outside(path: string): Finding {
  return warningFinding('KNOWLEDGE_COMPANION_OUTSIDE', path, {
    message: `${path} lies outside the space, so its text was not kept beside it.`,
    hint: 'Move it into the space, then ingest it again; without --companions nothing is missing.',
  })
}

function taken(path: string): Finding {
  return warningFinding('KNOWLEDGE_COMPANION_TAKEN', path, {
    message: `${path} is there and is not the text of the file beside it, so it was not replaced.`,
    hint: 'Rename it, then ingest the file again.',
  })
}
