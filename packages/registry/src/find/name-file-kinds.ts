import { fileKind } from './file-kind.ts'

/**
 * Says what kind of file each path of a request is, in place of the path: its folders and name are about the person's disk,
 * and its ending is how they say that they want slides or a table.
 *
 * @param request - In any language; a path has a folder before the name and a known ending. It may have blanks in quotes or
 *   behind backslashes, and `@` or `file://` before it. Addresses of the web stay.
 * @example nameFileKinds('Save it in ~/talks/may.pptx') // 'Save it in a PowerPoint presentation'
 */
export function nameFileKinds(request: string): string {
  return request.replaceAll(places, (found: string, ...groups: unknown[]) => {
    const { quoted, plain } = groups.at(-1) as { readonly quoted?: string; readonly plain?: string }
    const ending = quoted ?? plain
    const kind = ending === undefined || isAddress(found) ? undefined : fileKind(ending)
    return kind === undefined ? found : `${/^[aeio]/i.test(kind) ? 'an' : 'a'} ${kind}`
  })
}

const segment = String.raw`(?:[\p{L}\p{N}_.~-]|\\ (?=[\p{L}\p{N}_.~-]))`
const root = String.raw`(?:file:\/\/|[a-z]:)?`
const ending = String.raw`\p{L}[\p{L}\p{N}]{0,7}`
// What is between quotes is a path if it begins like one. Its length is bounded, so that a lone quote costs little.
const quotedPath = String.raw`(?<quote>["'\x60])@?(?:file:\/\/|[a-z]:|~|\.{0,2})[/\\][^"'\x60\n]{0,300}\.(?<quoted>${ending})\k<quote>`
// `and/or` has no ending.
const path = String.raw`@?${root}${segment}*[/\\](?:${segment}+[/\\])*${segment}*\.(?<plain>${ending})(?![\p{L}\p{N}_/\\-])`
// An address is passed over as a whole: no part of it is a path.
const address = String.raw`(?!file:)[a-z][a-z\d+.-]{0,30}:\/\/[^\s"<>]*`
const places = new RegExp(String.raw`(?<![\p{L}\p{N}_:/\\.~@-])(?<!\\ )(?:${address}|${quotedPath}|${path})`, 'giu')

const topLevels =
  'com org net io dev edu gov int mil info biz app ai co me tv uk us eu de fr it es nl ch at be se no dk pl ru cn jp in br ca au example'

/** Whether what looks like a path begins with a host, as people write addresses that they know by heart. */
function isAddress(found: string): boolean {
  const host = /^(?:[\p{L}\p{N}][\p{L}\p{N}-]*\.)+(\p{L}{2,})\//u.exec(found)?.[1]
  return host !== undefined && topLevels.split(' ').includes(host.toLowerCase())
}
