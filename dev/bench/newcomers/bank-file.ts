/** A row of the bank's file. */
interface Booking {
  readonly day: string;
  readonly who: string;
  readonly kind: string;
  readonly cents: number;
}

const ROWS = 400;
/** Recipients with their kind and how many cents a booking has, from and to; what is received is above zero. */
const KINDS: readonly (readonly [who: string, kind: string, from: number, to: number])[] = [
  ["REWE Köln", "Lebensmittel", -9_500, -900],
  ["Lidl", "Lebensmittel", -7_500, -500],
  ["Wochenmarkt Süd", "Lebensmittel", -3_500, -400],
  ["Müller Immobilien", "Miete", -98_000, -98_000],
  ["Stadtwerke Köln", "Strom", -14_000, -6_000],
  ["Deutsche Bahn", "Reisen", -22_000, -1_900],
  ["Finanzamt Köln-Süd", "Steuern", -420_000, -30_000],
  ["Bürobedarf Schäfer", "Büro", -31_000, -700],
  ["Weiß & Söhne GmbH", "Honorar", 45_000, 790_000],
  ["Grünwerk eG", "Honorar", 30_000, 410_000],
];

/** The same bookings at every call: nothing is drawn by chance. */
function listBookings(): readonly Booking[] {
  let state = 20_261;
  const draw = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  return Array.from({ length: ROWS }, (_, row) => {
    const [who, kind, from, to] = KINDS[draw(KINDS.length)] ?? ["", "", 0, 0];
    const date = new Date(Date.UTC(2026, 0, 2 + Math.floor((row * 320) / ROWS)));
    return { day: date.toISOString().slice(0, 10), who, kind, cents: from + draw(to - from + 1) };
  });
}

export const BOOKINGS: readonly Booking[] = listBookings();

/** The sum of the bookings that fit, in euros. */
export function sumBookings(fits: (booking: Booking) => boolean): number {
  return BOOKINGS.reduce((sum, each) => sum + (fits(each) ? each.cents : 0), 0) / 100;
}

/** The file as a German bank writes it: Windows-1252, semicolons, 1.234,56. */
export function writeBankFile(): Uint8Array<ArrayBuffer> {
  const lines = BOOKINGS.map(({ day, who, kind, cents }) => {
    const [year, month, date] = day.split("-");
    const euros = (cents / 100).toLocaleString("de-DE", { minimumFractionDigits: 2 });
    return `${date}.${month}.${year};${who};${kind};${euros}`;
  });
  const text = ["Buchungstag;Empfänger;Kategorie;Betrag (EUR)", ...lines, ""].join("\r\n");
  // Node reads Windows-1252 as Latin-1, so the file has no sign that the two write differently.
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}
