import { open, truncate, writeFile } from 'node:fs/promises'
import { crc32, deflateRawSync } from 'node:zlib'

/** A file that means no good, and how reading it may end: a coded error, or a note. */
export type HostileFile = {
  readonly name: string
  readonly write: (path: string) => Promise<void>
  readonly ends: RegExp
}

const isLong = process.env['LONG'] !== undefined
const megabyte = 1_000_000
const bombBytes = isLong ? 1000 * megabyte : 100 * megabyte

/** What is unpacked, nested, looped, lied about and hidden. */
export const hostileFiles: readonly HostileFile[] = [
  {
    name: 'bomb.docx',
    ends: /^(?:FILE_TOO_LARGE|FILE_ARCHIVE_REFUSED)$/,
    write: async (path) =>
      await writeFile(path, zip({ '[Content_Types].xml': contentTypes, 'word/document.xml': bomb() })),
  },
  {
    name: 'bomb.epub',
    ends: /^(?:FILE_TOO_LARGE|FILE_ARCHIVE_REFUSED)$/,
    write: async (path) => await writeFile(path, zip({ mimetype: 'application/epub+zip', 'a.xhtml': bomb() })),
  },
  {
    name: 'bomb.zip',
    ends: /^(?:CONVERSATION_TOO_LARGE|CONVERSATION_ARCHIVE_INVALID)$/,
    write: async (path) => await writeFile(path, zip({ 'conversations.json': bomb() })),
  },
  { name: 'sparse.txt', ends: /^KNOWLEDGE_INPUT_TOO_LARGE$/, write: async (path) => await sparse(path, 2 ** 31) },
  {
    // More than what a page may have, less than what a file may have.
    name: 'large.html',
    ends: /^PAGE_TOO_LARGE$/,
    write: async (path) => await writeFile(path, tideTable(21 * megabyte)),
  },
  {
    name: 'huge.html',
    ends: /^FILE_TOO_LARGE$/,
    write: async (path) => {
      await writeFile(path, tideTable(megabyte))
      await truncate(path, 200 * megabyte)
    },
  },
  {
    name: 'nested.html',
    ends: /^(?:success|partial|CONTENT_\w+|PAGE_\w+|FILE_TOO_DEEP|FILE_EMPTY|EXTRACTION_\w+)$/,
    write: async (path) =>
      await writeFile(path, `<!doctype html><title>Nested</title>${'<div>'.repeat(100_000)}The tide is deep here.`),
  },
  {
    name: 'tree-loop.pdf',
    ends: /^(?:PDF_\w+|EXTRACTION_TIMEOUT)$/,
    write: async (path) => await writeFile(path, pdf('/Kids [2 0 R 2 0 R] /Count 2')),
  },
  {
    name: 'count-lie.pdf',
    ends: /^PDF_\w+$/,
    write: async (path) => await writeFile(path, pdf('/Kids [] /Count 2000000000')),
  },
  {
    name: 'length-lie.pdf',
    ends: /^PDF_\w+$/,
    write: async (path) =>
      await writeFile(
        path,
        `${pdf('/Kids [3 0 R] /Count 1')}\n3 0 obj\n<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>\nendobj\n4 0 obj\n<< /Length 999999999999 >>\nstream\nBT (x) Tj`,
      ),
  },
  {
    name: 'xref-loop.pdf',
    ends: /^PDF_\w+$/,
    write: async (path) =>
      await writeFile(
        path,
        '%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Prev 9 >>\nstartxref\n9\n%%EOF',
      ),
  },
  {
    name: 'deep.json',
    ends: /^(?:FILE_\w+|CONVERSATION_\w+|success)$/,
    write: async (path) => await writeFile(path, `${'['.repeat(megabyte)}${']'.repeat(megabyte)}`),
  },
  {
    name: 'deep-objects.json',
    ends: /^(?:FILE_\w+|CONVERSATION_\w+|success)$/,
    write: async (path) => await writeFile(path, `${'{"a":'.repeat(megabyte)}1${'}'.repeat(megabyte)}`),
  },
  {
    name: 'backticks.md',
    ends: /^(?:success|KNOWLEDGE_NO_TEXT)$/,
    write: async (path) => await writeFile(path, `# Marks\n\n${'`'.repeat(600_000)}${'[a]('.repeat(250_000)}`),
  },
]

function tideTable(bytes: number): string {
  const rows = Array.from({ length: 10_000 }, (_, row) => `<p>Row ${row} of the tide table is here.</p>\n`).join('')
  return `<!doctype html><title>Large</title>${rows.repeat(Math.ceil(bytes / rows.length))}`
}

const contentTypes = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`

let packed: Packed | undefined

type Packed = { readonly data: Buffer; readonly crc: number; readonly size: number }

/** A few kilobytes that unpack to very many. */
function bomb(): Packed {
  packed ??= pack(Buffer.alloc(bombBytes, 'a'))
  return packed
}

function pack(content: Buffer): Packed {
  return { data: deflateRawSync(content, { level: 9 }), crc: crc32(content), size: content.length }
}

/** An archive as `zip` writes it. */
function zip(files: Readonly<Record<string, string | Packed>>): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [path, content] of Object.entries(files)) {
    const { data, crc, size } = typeof content === 'string' ? pack(Buffer.from(content)) : content
    const name = Buffer.from(path)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc, 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(size, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, name, data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, rest, name]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(central.length, 8)
  end.writeUInt16LE(central.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

async function sparse(path: string, bytes: number): Promise<void> {
  await using file = await open(path, 'w')
  await file.truncate(bytes)
}

function pdf(pages: string): string {
  return `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages ${pages} >>\nendobj\ntrailer\n<< /Root 1 0 R /Size 3 >>\n%%EOF`
}
