const units: Readonly<Record<string, readonly [string, string]>> = {
  km: ['kilometre', 'kilometres'],
  cm: ['centimetre', 'centimetres'],
  mm: ['millimetre', 'millimetres'],
  'km/h': ['kilometre an hour', 'kilometres an hour'],
  mph: ['mile an hour', 'miles an hour'],
  'm²': ['square metre', 'square metres'],
  'km²': ['square kilometre', 'square kilometres'],
  kg: ['kilogram', 'kilograms'],
  mg: ['milligram', 'milligrams'],
  µg: ['microgram', 'micrograms'],
  μg: ['microgram', 'micrograms'],
  ml: ['millilitre', 'millilitres'],
  ms: ['millisecond', 'milliseconds'],
  kB: ['kilobyte', 'kilobytes'],
  MB: ['megabyte', 'megabytes'],
  GB: ['gigabyte', 'gigabytes'],
  TB: ['terabyte', 'terabytes'],
  Hz: ['hertz', 'hertz'],
  kHz: ['kilohertz', 'kilohertz'],
  MHz: ['megahertz', 'megahertz'],
  GHz: ['gigahertz', 'gigahertz'],
  kW: ['kilowatt', 'kilowatts'],
  MW: ['megawatt', 'megawatts'],
  GW: ['gigawatt', 'gigawatts'],
  kWh: ['kilowatt hour', 'kilowatt hours'],
  MWh: ['megawatt hour', 'megawatt hours'],
  GWh: ['gigawatt hour', 'gigawatt hours'],
  TWh: ['terawatt hour', 'terawatt hours'],
  '%': ['percent', 'percent'],
  '‰': ['per mille', 'per mille'],
  '°C': ['degree Celsius', 'degrees Celsius'],
  '°F': ['degree Fahrenheit', 'degrees Fahrenheit'],
  '°': ['degree', 'degrees'],
}

const names = Object.keys(units)
  .toSorted((a, b) => b.length - a.length)
  .join('|')
const measured = new RegExp(String.raw`(\d[\d,.]*)[ \u00a0\u202f]?(${names})(?![\p{L}\d])`, 'gu')

export function spokenUnits(text: string): string {
  return text.replaceAll(measured, (_, number: string, unit: string) => {
    const [one, many] = units[unit] ?? [unit, unit]
    return `${number} ${number === '1' ? one : many}`
  })
}
