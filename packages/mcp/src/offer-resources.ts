import { type Server, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type Offer, answered, callTool } from './offer.ts'
import type { Tool } from './tools.ts'

/** Gives a client the notes of the space as resources: the last ones by a list, any other by its name. */
export function offerResources(server: Server, offer: Offer, { recent, read }: { recent: Tool; read: Tool }): void {
  server.setRequestHandler(
    'resources/list',
    async (_given, request) =>
      await answered(request, offer, async () => {
        const { notes } = Recent.parse(await callTool(recent, { top: listed }, { offer, request }))
        return {
          resources: notes.map(({ path, title, type, modified }) => ({
            uri: `${scheme}${path.split('/').map(encodeURIComponent).join('/')}`,
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
    async ({ params: { uri } }, request) =>
      await answered(request, offer, async () => {
        const asked = { notes: [nameOf(uri)] }
        const [{ path, text }] = Shown.parse(await callTool(read, asked, { offer, request })).notes
        return { contents: [{ uri, mimeType: mimeTypeOf(path), text }] }
      }),
  )
}

const scheme = 'note:///'

/** Those that a person is likely to mean; a list of all of a large vault is nothing to pick from. */
const listed = 100

const anyNote = {
  uriTemplate: `${scheme}{+path}`,
  name: 'note',
  title: 'Any note',
  description: 'By path, title or alias; a section of it by "Title#Heading".',
}

/** Not read as an address: templates leave `#` as it is, and it begins a heading here. */
function nameOf(uri: string): string {
  const unfit = new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is nothing at ${uri}: notes are at ${anyNote.uriTemplate}`,
  )
  if (!uri.startsWith(scheme)) throw unfit
  let name
  try {
    name = decodeURIComponent(uri.slice(scheme.length))
  } catch {
    // A bare `%`.
    throw unfit
  }
  if (name === '' || name.includes('\0')) throw unfit
  return name
}

function mimeTypeOf(path: string): string {
  return path.toLowerCase().endsWith('.org') ? 'text/org' : 'text/markdown'
}

const Recent = z.object({
  notes: z.array(z.object({ path: z.string(), title: z.string(), type: z.string(), modified: z.string() })),
})
const Shown = z.object({ notes: z.tuple([z.object({ path: z.string(), text: z.string() })]) })
