import { lstat } from 'node:fs/promises'
import { ifCoded } from '@datacortex/errors'
import { mediaTypeOf, resolveInside, ifRefused } from '@datacortex/platform'
import { z } from 'zod'
import { callerAccess } from '../caller/caller-access.ts'
import { spaceError } from '../errors.ts'
import { operation } from '../operation.ts'
import { openNoteStore } from '../parts/note-store.ts'
import { name } from '../schema.ts'

export const noteAttachment = operation({
  input: z.strictObject({
    note: name.describe('Path, title or alias.'),
    path: z.string().min(1).max(4096).describe('Of the file, relative to the folder of the space.'),
  }),
  output: z.looseObject({ path: z.string(), type: z.string(), is_shown: z.boolean(), size_bytes: z.number() }),
  run: async (work, { note, path: asked }) => {
    const { paths } = work
    const [{ LinkResolver, isNoteFile, readNoteRules, readPassage }, { fileLinks }, store, access] = await Promise.all([
      import('@datacortex/notes'),
      import('@datacortex/notes/rendered'),
      openNoteStore(work),
      callerAccess(work),
    ])
    const path = asked.normalize('NFC')
    const refused = (reason: string) => spaceError('SPACE_ATTACHMENT_REFUSED', { path, reason })
    const { path: from } = store.find(note)
    const file = store.files.get(from)
    const { text = '' } = (file === undefined ? undefined : await readPassage(file)) ?? {}
    // Else who may read notes could read whatever lies below the folder.
    const only = new LinkResolver([{ path }])
    if (!fileLinks(text).some((link) => only.resolve(from, link) === path)) throw refused(`${from} does not lead to it`)
    if (isNoteFile(path)) throw refused('it is a note')
    const isHidden = path.split('/').some((part) => part.startsWith('.') || part === 'node_modules')
    if (isHidden || access?.path(path) !== undefined || (await readNoteRules(paths)).leavesOut(path))
      throw refused('it is left out')
    const place = await resolveInside(paths.root, path).catch(ifCoded(undefined))
    const found = place === undefined ? undefined : await lstat(place).catch(ifRefused(undefined))
    if (found?.isFile() !== true) throw refused('there is no such file')
    if (found.size > mostBytes) throw refused(`it is larger than ${mostBytes / 1_000_000} MB`)
    const named = mediaTypeOf(path)
    // Pictures and sounds run nothing; a browser makes a page of what else it knows.
    const isShown = /^(?:image|audio)\//.test(named) && named !== 'image/svg+xml'
    const type = isShown || /svg|pdf/.test(named) ? named : 'application/octet-stream'
    return {
      /** Relative to the root of the space. */
      path,
      type,
      /** Whether it can be shown where it stands; anything else is saved, since it may run as a page. */
      is_shown: isShown,
      size_bytes: found.size,
    }
  },
})

const mostBytes = 100_000_000
