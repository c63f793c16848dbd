import { deflateSync } from 'node:zlib'

/** A text at a place, in points from the lower left corner. */
export type PlacedText = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size?: number
  readonly bold?: boolean
  /** Quarter turns, anticlockwise. */
  readonly turns?: number
  /** How it is painted: 3 is not at all. */
  readonly mode?: number
  /** From 0, black, to 1, white. */
  readonly grey?: number
}

/** A filled rectangle. */
export type PlacedBox = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly grey: number
}

/** What else a PDF has. */
export type PdfFixture = {
  readonly pages: readonly (readonly PlacedText[])[]
  readonly info?: Readonly<Record<string, string>>
  /** With a dictionary of encryption whose password nobody knows. */
  readonly isEncrypted?: boolean
  /** `/Count` that lies. */
  readonly count?: number
  /** Of all pages, in quarter turns clockwise. */
  readonly rotation?: number
  /** A grey picture over the whole page, as a scanner makes it: on all pages, or on those from here, from 0. */
  readonly hasImage?: boolean
  readonly imagesFrom?: number
  readonly isCompressed?: boolean
  /** Under the text of all pages. */
  readonly boxes?: readonly PlacedBox[]
}

/**
 * A small PDF 1.4 with Helvetica, for tests.
 *
 * @param fixture - Texts by page.
 */
export function writePdf({ pages, info, isEncrypted = false, ...options }: PdfFixture): Uint8Array {
  const objects: string[] = []
  const add = (body: string): number => objects.push(body)
  const [catalog, tree] = [add(''), add('')]
  const fonts = ['Helvetica', 'Helvetica-Bold'].map((name) =>
    add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`),
  )
  const image = options.hasImage === true ? add(stream(greyPixels, grey)) : undefined
  const resources = `<< /Font << /F1 ${fonts[0]} 0 R /F2 ${fonts[1]} 0 R >> ${image === undefined ? '' : `/XObject << /I ${image} 0 R >>`} >>`
  const kids = pages.map((texts, index) => {
    const drawn = `${image === undefined || index < (options.imagesFrom ?? 0) ? '' : 'q 612 0 0 792 0 0 cm /I Do Q\n'}${(options.boxes ?? []).map(filled).join('')}${texts.map(operators).join('\n')}`
    const content = add(options.isCompressed === true ? compressed(drawn) : stream(drawn, ''))
    const rotate = options.rotation === undefined ? '' : `/Rotate ${options.rotation * 90}`
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 612 792] ${rotate} /Resources ${resources} /Contents ${content} 0 R >>`,
    )
  })
  objects[catalog - 1] = `<< /Type /Catalog /Pages ${tree} 0 R >>`
  objects[tree - 1] =
    `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${options.count ?? kids.length} >>`
  const fields = Object.entries(info ?? {}).map(([key, value]) => `/${key} ${literal(value)}`)
  const infoObject = fields.length === 0 ? '' : `/Info ${add(`<< ${fields.join(' ')} >>`)} 0 R`
  const encrypt = isEncrypted ? `/Encrypt ${add(encryption)} 0 R /ID [<${'ab'.repeat(16)}> <${'ab'.repeat(16)}>]` : ''
  return file(objects, `/Root ${catalog} 0 R ${infoObject} ${encrypt}`)
}

function file(objects: readonly string[], trailer: string): Uint8Array {
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const end = `trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${body.length}\n%%EOF\n`
  return new Uint8Array(Buffer.from(`${body}${table}${end}`, 'latin1'))
}

function filled({ x, y, width, height, grey: shade }: PlacedBox): string {
  return `${shade} g ${x} ${y} ${width} ${height} re f 0 g\n`
}

function operators({ text, x, y, size = 10, bold = false, turns = 0, mode = 0, grey: shade = 0 }: PlacedText): string {
  const [cos = 1, sin = 0] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ][turns % 4] ?? [1, 0]
  const paint = `${mode === 0 ? '' : `${mode} Tr `}${shade === 0 ? '' : `${shade} g `}`
  const unpaint = `${mode === 0 ? '' : ' 0 Tr'}${shade === 0 ? '' : ' 0 g'}`
  return `BT ${paint}/F${bold ? 2 : 1} ${size} Tf ${cos} ${sin} ${-sin} ${cos} ${x} ${y} Tm ${literal(text)} Tj ET${unpaint}`
}

/** In WinAnsi, which is Latin-1 but for the bullet. */
function literal(text: string): string {
  return `(${text.replaceAll(/[\\()]/g, String.raw`\$&`).replaceAll('•', '\u0095')})`
}

function stream(data: string, entries: string): string {
  return `<< /Length ${data.length} ${entries} >>\nstream\n${data}\nendstream`
}

function compressed(data: string): string {
  return stream(deflateSync(Buffer.from(data, 'latin1')).toString('latin1'), '/Filter /FlateDecode')
}

const grey = '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8'
const greyPixels = 'wxyz'
const encryption = `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> >>`
