/**
 * How the app puts questions to the starter unless the address asks for the other way (`?model=starter-tuned`,
 * `?model=starter-guided`): `guided` by examples and constraints that are chosen for each question, or `tuned`, with our
 * adapter merged into its weights and a constant list of tools. This line alone decides.
 */
export const STARTER_WAY: StarterWay = "tuned";

export type StarterWay = "guided" | "tuned";
