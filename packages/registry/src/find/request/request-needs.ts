import { nameFileKinds } from './name-file-kinds.ts'

/** What a request needs beside what it says: to reach a document or a page of the web that it names. */
export function requestNeeds(request: string): readonly string[] {
  const unaddressed = request.replaceAll(address, ' ')
  const namesFile = nameFileKinds(request) !== request || bareFile.test(unaddressed)
  return [
    ...(namesFile ? ['read or write a file at a path'] : []),
    ...(page.test(request) ? ['fetch the content of a web page'] : []),
  ]
}

const host = String.raw`(?:[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}-]*\.)+[\p{L}\p{M}]{2,}`
// Only ASCII letters before and behind: in scripts without blanks, other words touch an address or a name.
const page = new RegExp(String.raw`(?<![a-z\d])(?:https?:\/\/[\p{L}\p{N}[]|www\.${host})`, 'iu')
const address = /(?<![a-z\d+.-])[a-z][a-z\d+.-]{0,30}:\/\/[^\s"<>]*/giu
// A name alone may carry the subject ("contract.pdf") and stays in the request. Only endings that no host has.
const bareFile =
  /(?<![\p{L}\p{M}\p{N}_:/\\.~@-])[\p{L}\p{N}_~][\p{L}\p{M}\p{N}_.~-]{0,200}(?:\([^\s()/\\]{0,20}\))?\.(?:md|txt|pdf|docx?|odt|rtf|pptx?|odp|xlsx?|ods|csv|tsv|epub|ipynb|bib|parquet|sqlite|png|jpe?g|gif|webp|tiff?|heic|svg|mp3|wav|m4a|ogg|flac|mp4|mov|mkv|webm|srt|vtt|zip|tgz|7z|rar|ics|eml|vcf)(?![a-z\d_/\\-])/iu
