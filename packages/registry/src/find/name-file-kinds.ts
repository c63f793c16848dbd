/**
 * Says what kind of file each path of a request is, in place of the path: its folders and name are about the person's disk,
 * and its ending is how they say that they want slides or a table.
 *
 * @param request - In any language; a path has a folder before the name and a known ending. Addresses of the web stay.
 * @example nameFileKinds('Save it in ~/talks/may.pptx') // 'Save it in a PowerPoint presentation'
 */
export function nameFileKinds(request: string): string {
  return request.replaceAll(path, (found, ending: string) => {
    const kind = kinds.get(ending.toLowerCase())
    return kind === undefined ? found : `${/^[aeio]/i.test(kind) ? 'an' : 'a'} ${kind}`
  })
}

// `and/or` has no ending, and an address of the web is no path, nor a part of one.
const path =
  /(?<![\p{L}\p{N}_:/\\.~@-])(?:[a-z]:)?[\p{L}\p{N}_.~-]*[/\\](?:[\p{L}\p{N}_.~-]+[/\\])*[\p{L}\p{N}_.~-]*\.(\p{L}[\p{L}\p{N}]{0,7})(?![\p{L}\p{N}_/\\-])/giu

// Not programs: where they lie in a project says what they are about.
const kinds = new Map(
  Object.entries({
    'Markdown file': 'md markdown mdx',
    'text file': 'txt text log',
    'org-mode file': 'org',
    'PDF file': 'pdf',
    'Word document': 'doc docx',
    'text document': 'odt rtf pages',
    'PowerPoint presentation': 'ppt pptx',
    'slide presentation': 'odp key',
    'Excel spreadsheet': 'xls xlsx xlsm',
    spreadsheet: 'ods numbers',
    'CSV table file': 'csv tsv',
    'JSON file': 'json jsonl ndjson',
    'YAML file': 'yaml yml',
    'XML file': 'xml',
    'web page in HTML': 'html htm xhtml',
    'LaTeX document': 'tex',
    'BibTeX bibliography': 'bib',
    'e-book': 'epub mobi azw3',
    'Jupyter notebook': 'ipynb',
    'SQLite database file': 'db sqlite sqlite3',
    'Parquet data file': 'parquet',
    'picture file': 'png jpg jpeg gif webp bmp tif tiff heic avif',
    'vector drawing': 'svg ai eps',
    'audio file': 'mp3 wav m4a ogg flac aac opus',
    'video file': 'mp4 mov avi mkv webm',
    'subtitle file': 'srt vtt',
    'compressed archive': 'zip tar gz tgz bz2 xz 7z rar',
    'calendar file': 'ics',
    'mail message file': 'eml msg mbox',
    'contact file': 'vcf',
  }).flatMap(([kind, endings]) => endings.split(' ').map((ending) => [ending, kind] as const)),
)
