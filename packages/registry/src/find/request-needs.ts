import { nameFileKinds } from './name-file-kinds.ts'

/**
 * What a request needs beside what it says: one that names a document or a page of the web needs somebody who can reach
 * it, though its words are about something else.
 *
 * @param request - In any language.
 * @returns Short sentences that can be asked in its place; most requests have none.
 * @example requestNeeds('Turn ~/paper.bib into a Word document') // ['read or write a file at a path']
 */
export function requestNeeds(request: string): readonly string[] {
  return [
    ...(nameFileKinds(request) === request ? [] : ['read or write a file at a path']),
    ...(/(?<![\p{L}\p{N}])https?:\/\/[\p{L}\p{N}[]/iu.test(request) ? ['fetch the content of a web page'] : []),
  ]
}
