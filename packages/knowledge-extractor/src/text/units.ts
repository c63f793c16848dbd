/** The short form of the unit that stands right behind a number; undefined if none does. */
export function readUnit(after: string): string | undefined {
  return units.get(unitName.exec(after)?.[1]?.toLowerCase() ?? '')
}

/** How many characters {@link readUnit} read. */
export function unitLength(after: string): number {
  return readUnit(after) === undefined ? 0 : (unitName.exec(after)?.[0].length ?? 0)
}

const units = new Map<string, string>(
  '%:%,percent,prozent,pct;USD:usd,dollars,dollar,us-dollar;EUR:eur,euros,euro,€;GBP:gbp,pounds sterling;kg:kg,kilograms,kilogram,kilogramm;g:g,grams,gram,gramm;mg:mg,milligrams;µg:µg,μg,mcg;t:t,tonnes,tonne,tonnen,tons,ton;km:km,kilometers,kilometres,kilometer;m:m,meters,metres,meter;cm:cm;mm:mm;nm:nm;mi:miles,mile,meilen;ft:ft,feet;l:l,liters,litres,liter;ml:ml;ha:ha,hectares,hektar;°C:°c,degrees celsius,grad celsius,grad;°F:°f;K:kelvin;s:s,sec,seconds,second,sekunden,sekunde;ms:ms,milliseconds;min:min,minutes,minute,minuten;h:h,hours,hour,stunden,stunde;d:days,day,tage,tagen,tag;wk:weeks,week,wochen,woche;mo:months,month,monate,monaten,monat;a:years,year,jahre,jahren,jahr;W:w,watts;kW:kw;MW:mw;GW:gw;TW:tw;kWh:kwh;MWh:mwh;GWh:gwh;TWh:twh;Hz:hz;kHz:khz;MHz:mhz;GHz:ghz;B:bytes;KB:kb;MB:mb;GB:gb;TB:tb;people:people,persons,menschen,personen;x:x,times,fach'
    .split(';')
    .flatMap((entry) => {
      const [short = '', names = ''] = entry.split(/:(.*)/s)
      return names.split(',').map((name) => [name, short] as const)
    }),
)

const unitName =
  /^[\s\u00A0\u202F-]?(degrees celsius|grad celsius|pounds sterling|us-dollar|%|€|°[cf]|[\p{L}µμ]{1,12})(?!\p{L})/iu
