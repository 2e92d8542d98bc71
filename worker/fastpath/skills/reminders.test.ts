import { expect, it } from "vitest";
import { askResponders } from "../fastpath.fixture.ts";

it.each<[wish: string, task: string, due?: string]>([
  ["remind me to feed the cat tomorrow at 7 in the evening", "feed the cat", "2026-11-25 19:00"],
  ["remind me on Saturday to phone the plumber", "phone the plumber", "2026-11-28"],
  ["remind me at 18:30 to start dinner", "start dinner", "at 18:30"],
  ["remind me in 3 weeks to cancel the trial", "cancel the trial", "in 3 weeks"],
  ["could you please remind me tomorrow to bring the umbrella", "bring the umbrella", "2026-11-25"],
  ["remind me every month to pay the rent", "pay the rent", "monthly"],
  ["remind me at 4 pm today to call the school", "call the school", "2026-11-24 16:00"],
  ["set me a reminder to stretch in ten minutes", "stretch", "in 10 minutes"],
  ["remind me to email Tom on December 1st at 9 am", "email Tom", "2026-12-01 09:00"],
  ["Erinnere mich morgen um acht Uhr an den Termin", "den Termin", "2026-11-25 08:00"],
  ["Erinnere mich bitte am Montag daran, das Auto abzuholen", "das Auto abzuholen", "2026-11-30"],
  ["Erinnere mich daran, übermorgen um zehn die Blumen zu gießen", "die Blumen zu gießen", "2026-11-26 10:00"],
  ["Erinner mich um 19 Uhr an das Training", "das Training", "at 19:00"],
  ["erinnere mich morgen nachmittag um drei an den Kaffee", "den Kaffee", "2026-11-25 15:00"],
  ["Erinnere mich in zehn Minuten an den Tee", "den Tee", "in 10 minutes"],
  ["Erinnere mich am 24. Dezember um 18 Uhr an die Gans", "die Gans", "2026-12-24 18:00"],
  ["Erinnere mich jeden Freitag um 16 Uhr an den Wochenbericht", "den Wochenbericht", "2026-11-27 16:00, weekly"],
  ["Erinnere mich an das Meeting morgen um Viertel nach zehn", "das Meeting", "2026-11-25 10:15"],
  ["Erinnere mich heute um halb sechs abends an den Einkauf", "den Einkauf", "2026-11-24 17:30"],
  ["recuérdame mañana comprar pilas", "comprar pilas", "2026-11-25"],
  // As people type, who leave the accents out.
  ["recuerdame manana comprar pilas", "comprar pilas", "2026-11-25"],
  ["avisame el 15 de diciembre a las 11 de la reunion", "la reunion", "2026-12-15 11:00"],
  ["Recuérdame a las 17:30 recoger a los niños", "recoger a los niños", "at 17:30"],
  ["recuérdame que tengo que llamar a Pedro mañana a las cinco de la tarde", "llamar a Pedro", "2026-11-25 17:00"],
  ["recuérdame el martes a las nueve de la mañana la reunión", "la reunión", "2026-12-01 09:00"],
  ["acuérdame de sacar la carne hoy a las 8 de la noche", "sacar la carne", "2026-11-24 20:00"],
  ["recuérdame esta noche a las diez poner la alarma", "poner la alarma", "at 22:00"],
  ["avísame el 15 de diciembre a las 11 de la reunión", "la reunión", "2026-12-15 11:00"],
  ["recuérdame en una semana revisar el correo", "revisar el correo", "in 1 weeks"],
  ["recuérdame en quince días cambiar el filtro", "cambiar el filtro", "in 15 days"],
  ["recuérdame comprar leche y huevos mañana a las 10", "comprar leche y huevos", "2026-11-25 10:00"],
  ["remind me to buy milk", "buy milk"],
  ["Schreib Milch auf die Einkaufsliste", "Milch"],
  ["apunta leche en la lista de la compra", "leche"],
])("is put on the list as it is meant: %s", async (wish, task, due) => {
  const input = due === undefined ? { task } : { task, due };
  expect((await askResponders(wish))?.calls).toEqual([{ name: "add_task", input }]);
});

it.each([
  "Remind me at quarter to nine to leave",
  "remind me today at 4 to call the school",
  "recuérdame hoy a las 3 llamar a mamá",
  "remind me of the pill at 8",
  "Erinnere mich am Freitag um halb drei an den Arzt",
])("that may be in either half of the day is asked back, and nothing is put on the list: %s", async (wish) => {
  const answer = await askResponders(wish);
  expect(answer?.by).toBe("reminders");
  expect(answer?.calls).toEqual([]);
});

it.each([
  "remind me of the parents' evening on Thursday at 7 pm",
  "remind me to check the mail next Friday",
  "remind me to take the pill before lunch",
  "remind me how to boil eggs",
  "Remind me to buy bread, butter and jam tomorrow",
  "erinnere mich am 24.12. an die Gans",
  "Erinnere mich am Wochenende an die Steuer",
  "erinnere mich kommenden Donnerstag an die Prüfung",
  "Erinnere mich später an die Mail",
  "recuérdame el lunes que viene llamar al banco",
  "recuérdame tomar agua cada dos horas",
  "recuérdame la contraseña del portal",
  "remind me yesterday to call Ana",
  "Remind me about Peter",
  "remind me tomorrow to call Ana on Friday",
  "remind me to book the train and tell me the price",
  "Erinnere mich, wenn ich nach Hause komme, an den Müll",
  "recuérdame mañana por la tarde llamar a Luis",
])("with something that is not understood is left alone: %s", async (wish) => {
  expect(await askResponders(wish)).toBeNull();
});

it("is answered with its day and time in the wish's language", async () => {
  expect((await askResponders("Erinnere mich übermorgen um halb neun an die Tabletten"))?.text).toBe(
    "Auf deiner Liste: **die Tabletten** · Donnerstag, 26. November 2026 um 08:30",
  );
  expect((await askResponders("recuérdame tomar la pastilla mañana a las 9"))?.text).toContain(
    "miércoles, 25 de noviembre",
  );
});
