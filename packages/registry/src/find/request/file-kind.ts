/**
 * What people call a file by its ending; undefined for one that says nothing, or more than one thing: `.key` may be slides
 * or a secret. `ending`: without the dot, in any case.
 */
export function fileKind(ending: string): string | undefined {
  return kinds.get(ending.toLowerCase())
}

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
    'slide presentation': 'odp',
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
    'vector drawing': 'svg eps',
    'audio file': 'mp3 wav m4a ogg flac aac opus',
    'video file': 'mp4 mov avi mkv webm',
    'subtitle file': 'srt vtt',
    'compressed archive': 'zip tar gz tgz bz2 xz 7z rar',
    'calendar file': 'ics',
    'mail message file': 'eml msg mbox',
    'contact file': 'vcf',
  }).flatMap(([kind, endings]) => endings.split(' ').map((ending) => [ending, kind] as const)),
)
