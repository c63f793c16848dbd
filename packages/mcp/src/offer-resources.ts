import { type Server, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { noteScheme, noteUri } from './note-uri.ts'
import { type Offer, answering, callTool } from './offer.ts'
import type { Tool } from './tools.ts'

/** Gives a client the notes of the space as resources: the last ones by a list, any other by its name. */
export function offerResources(server: Server, offer: Offer, { recent, read }: { recent: Tool; read: Tool }): void {
  server.setRequestHandler(
    'resources/list',
    answering(offer, async (_given, request) => {
      const { notes } = Recent.parse(await callTool(recent, { top: listed }, { offer, request }))
      return {
        resources: notes.map(({ path, title, type, modified }) => ({
          uri: noteUri(path),
          name: path,
          title,
          description: type,
          mimeType: mimeTypeOf(path),
          annotations: { lastModified: modified },
        })),
      }
    }),
  )
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [anyNote] }))
  server.setRequestHandler(
    'resources/read',
    answering(offer, async ({ params: { uri } }, request) => {
      const asked = { notes: [nameOf(uri)] }
      const [{ path, text }] = Shown.parse(await callTool(read, asked, { offer, request })).notes
      return { contents: [{ uri, mimeType: mimeTypeOf(path), text }] }
    }),
  )
  server.setRequestHandler(
    'completion/complete',
    answering(offer, async ({ params: { ref, argument } }, request) => {
      // Of a prompt only the task is asked for, which nobody else can say.
      if (ref.type === 'ref/prompt') return { completion: { values: [] } }
      if (ref.uri !== anyNote.uriTemplate) throw unfit(ref.uri)
      const { notes } = Recent.parse(await callTool(recent, { top: mostCompared }, { offer, request }))
      const begun = argument.value.toLowerCase()
      const values = notes.map(({ path }) => path).filter((path) => path.toLowerCase().includes(begun))
      return { completion: { values: values.slice(0, 100), total: values.length, hasMore: values.length > 100 } }
    }),
  )
}

/** Of the notes that changed last. */
const mostCompared = 10_000

/** Those that a person is likely to mean; a list of all of a large vault is nothing to pick from. */
const listed = 100

const anyNote = {
  uriTemplate: `${noteScheme}{+path}`,
  name: 'note',
  title: 'Any note',
  description: 'By path, title or alias; a section of it by "Title#Heading".',
}

function unfit(uri: string): ProtocolError {
  const message = `There is nothing at ${uri}: notes are at ${anyNote.uriTemplate}`
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

/** Not read as an address: templates leave `#` as it is, and it begins a heading here. */
function nameOf(uri: string): string {
  if (!uri.startsWith(noteScheme)) throw unfit(uri)
  let name
  try {
    name = decodeURIComponent(uri.slice(noteScheme.length))
  } catch {
    // A bare `%`.
    throw unfit(uri)
  }
  if (name === '' || name.includes('\0')) throw unfit(uri)
  return name
}

function mimeTypeOf(path: string): string {
  return path.toLowerCase().endsWith('.org') ? 'text/org' : 'text/markdown'
}

const Recent = z.object({
  notes: z.array(z.object({ path: z.string(), title: z.string(), type: z.string(), modified: z.string() })),
})
const Shown = z.object({ notes: z.tuple([z.object({ path: z.string(), text: z.string() })]) })
