// Fall of the Directory and Makhno's Return: made from directory.json, do not edit.

/** The request of each procedure, by its id. */
export interface Requests {
  "directory.initiative": InitiativeRequest;
  "directory.turn_sequence": TurnSequenceRequest;
  "directory.diplomatic_pool": DiplomaticPoolRequest;
  "directory.diplomacy": DiplomacyRequest;
  "directory.forced_march": ForcedMarchRequest;
  "directory.stack_forced_march": StackForcedMarchRequest;
  "directory.movement": MovementRequest;
  "directory.march": MarchRequest;
  "directory.special_movement": SpecialMovementRequest;
  "directory.combat_strength": CombatStrengthRequest;
  "directory.odds": OddsRequest;
  "directory.combat_result": CombatResultRequest;
  "directory.capture_check": CaptureCheckRequest;
  "directory.combat": CombatRequest;
  "directory.begin_game": BeginGameRequest;
  "directory.act": ActRequest;
}

/** The outcome of each procedure, by its id. */
export interface Outcomes {
  "directory.initiative": InitiativeOutcome;
  "directory.turn_sequence": TurnSequenceOutcome;
  "directory.diplomatic_pool": DiplomaticPoolOutcome;
  "directory.diplomacy": DiplomacyOutcome;
  "directory.forced_march": ForcedMarchOutcome;
  "directory.stack_forced_march": StackForcedMarchOutcome;
  "directory.movement": MovementOutcome;
  "directory.march": MarchOutcome;
  "directory.special_movement": SpecialMovementOutcome;
  "directory.combat_strength": CombatStrengthOutcome;
  "directory.odds": OddsOutcome;
  "directory.combat_result": CombatResultOutcome;
  "directory.capture_check": CaptureCheckOutcome;
  "directory.combat": CombatOutcome;
  "directory.begin_game": BeginGameOutcome;
  "directory.act": ActOutcome;
}

/** The options of the two games, each with the rule that it settles. */
export interface Options {
  /** Whether the supply multiplier raises the defence strength as well as the attack strength. Default: true. */
  supply_on_defence?: boolean;
  /** Whether units that advance into a city after combat have entered it. Default: true. */
  advance_enters?: boolean;
  /** Whether units that are set up, reinforced or mobilized in a city have entered it. Default: false. */
  placement_enters?: boolean;
  /** What a declaration makes of an active faction: it is at war (`at_war`), or it is at war and its units may act only once it is active or has joined a side in play (`may_act`). Default: "at_war". */
  active?: "at_war" | "may_act";
  /** Whether a faction that stands with one side may still be persuaded to join another. Default: false. */
  allies_may_be_persuaded?: boolean;
  /** Which bases may not move any more after a naval, water or rail move that has one at either end: the one that serves it (`serving`), or one at either end (`both`). Default: "serving". */
  frozen_bases?: "serving" | "both";
  /** Whose armor out of play can take the place of captured armor: that of factions that took part in the attack (`faction`), or any of the attacking side and its allies (`side`). Default: "faction". */
  spares?: "faction" | "side";
}

/** A turn that begins. */
export interface InitiativeRequest {
  /** Which of the two games is played. */
  game: Game;
  /** The turn. */
  turn: TurnName;
}

export type Game = "fall_of_the_directory" | "makhnos_return";

export type TurnName = "January I" | "January II" | "January III" | "January IV" | "February I" | "February II" | "February III" | "February IV" | "March I" | "March II" | "March III" | "March IV" | "April I" | "April II" | "April III" | "April IV" | "May I" | "May II" | "May III" | "May IV" | "June I" | "June II" | "June III" | "June IV" | "July I" | "July II" | "July III" | "July IV" | "August I" | "August II" | "August III" | "August IV" | "September I" | "September II" | "September III" | "September IV" | "October I" | "October II" | "October III" | "October IV" | "November I" | "November II" | "November III" | "November IV" | "December I" | "December II" | "December III" | "December IV";

/** Who moves in which order. */
export interface InitiativeOutcome {
  /** The sides that have a player-turn, the first to move first; allies have theirs within it. */
  order: Side[];
}

export type Side = "bolsheviks" | "directory" | "volunteers" | "makhnovists";

/** A moment that is over. */
export interface TurnSequenceRequest {
  /** The moment. */
  position: Position;
  /** The last turn of the game, which only the missing rulebook names; needed at the end of a turn. Default: null. */
  last_turn?: TurnName | null;
  /** What the players mean to go on with, if that is to be checked. Default: null. */
  intended?: Position | null;
}

/** A moment of a game: the turn, whose player-turn it is, and how far that has come. */
export interface Position {
  /** Which of the two games is played. */
  game: Game;
  /** The turn. */
  turn: TurnName;
  /** The phase. Default: "initiative". */
  phase?: Phase;
  /** The sides in the order of their player-turns; empty until the initiative of the turn is determined. Default: []. */
  order?: Side[];
  /** Whose player-turn it is, the attacker; null at the initiative and at the end of the turn. Default: null. */
  side?: Side | null;
  /** What is being done in a Mobilization Phase; null in any other. Default: null. */
  step?: MobilizationStep | null;
}

export type Phase =
  | "initiative"
  | "diplomatic"
  | "mobilization"
  | "first_combat"
  | "first_movement"
  | "first_supply"
  | "second_combat"
  | "second_movement"
  | "second_supply"
  | "turn_end";

export type MobilizationStep = "withdrawals" | "reinforcements" | "mobilization";

/** What comes next. */
export interface TurnSequenceOutcome {
  /** What begins: another step of the Mobilization Phase, a phase, a player-turn, the end of the turn or a turn; or whether the game is over. */
  begins: Change;
  /** The next moment; null when the game is over. */
  position: Position | null;
}

export type Change = "step" | "phase" | "player_turn" | "turn_end" | "turn" | "game_over";

/** What a side's diplomatic actions depend on. */
export interface DiplomaticPoolRequest {
  /** The side; only the Bolsheviks and the Directory have actions. */
  side: Side;
  /** Every entry into a city so far, in order, by any faction. Default: []. */
  entries?: CityEntry[];
  /** The actions that the side has spent. Default: 0. */
  spent?: number;
  /** Which of the two games is played; only one has diplomacy. Default: "fall_of_the_directory". */
  game?: Game;
}

/** Units that came into a city. */
export interface CityEntry {
  /** The city. */
  city: City;
  /** Whose units they were. */
  faction: Faction;
  /** How they came in. */
  by: Entering;
  /** The side to which they belonged or were allied at that moment; null if they were independent. Default: null. */
  allegiance?: Side | null;
}

export type City = "kharkiv" | "katerynoslav" | "kyiv" | "odesa";

export type Faction = "bolsheviks" | "directory" | "volunteers" | "makhnovists" | "zelenyists" | "grigorievists" | "entente" | "germans";

export type Entering = "movement" | "retreat" | "advance" | "placement";

/** A pool of diplomatic actions. */
export interface DiplomaticPoolOutcome {
  /** The actions gained so far, those of the start included. */
  gained: number;
  /** The actions spent. */
  spent: number;
  /** The actions left. */
  left: number;
}

/** A diplomatic action that a side wants to take. */
export interface DiplomacyRequest {
  /** Which of the two games is played. */
  game: Game;
  /** Whose player-turn it is. */
  phasing_side: Side;
  /** Who acts. */
  side: Side;
  /** The actions that the side has left. */
  pool: number;
  /** What the action is spent on. */
  action: Action;
  /** The faction that it is about: the one that becomes active by a declaration, or that is to be persuaded. */
  target: Target;
  /** The side to which the target belongs or is allied now; null if it is independent. Default: null. */
  allegiance?: Side | null;
  /** Whether the Entente and the Germans have withdrawn already; needed if the target is any of them. Default: null. */
  withdrawn?: boolean | null;
  /** The phase of the player-turn. Default: "diplomatic". */
  phase?: Phase;
}

export type Action = "declare_war" | "begin_mobilization" | "begin_intervention" | "persuade";

export type Target =
  | "bolsheviks"
  | "directory"
  | "volunteers"
  | "makhnovists"
  | "zelenyists"
  | "grigorievists"
  | "entente"
  | "germans"
  | "entente_and_germans";

/** The outcome of a diplomatic action. */
export interface DiplomacyOutcome {
  /** Whether it succeeded. */
  succeeded: boolean;
  /** Whether the target is now active, at war with its enemies, by a declaration. */
  activated: boolean;
  /** The side to which the target belongs or is allied afterwards; null if it is independent. */
  allegiance: Side | null;
  /** Whether the target has withdrawn from the war. */
  withdrawn: boolean;
  /** The actions that the side has left. */
  pool: number;
}

/** A unit that force marches. */
export interface ForcedMarchRequest {
  /** The unit. */
  unit: Counter;
  /** Whether it has entered a hex in this movement phase. Default: false. */
  moved_already?: boolean;
  /** Whether it has rolled for a forced march in this movement phase. Default: false. */
  marched_already?: boolean;
  /** Whether it uses naval, water or rail movement in this movement phase. Default: false. */
  special_movement?: boolean;
}

/** A counter. */
export interface Counter {
  /** The kind of unit. */
  type: UnitType;
  /** The faction that owns it, whatever its alliances. */
  faction: Faction;
  /** What to call it; by default its role and number. Default: "". */
  name?: string;
  /** Its attack strength where its own differs from the typical one. Default: null. */
  attack?: number | null;
  /** Its defence strength where its own differs. Default: null. */
  defence?: number | null;
  /** Its movement allowance in hexes, or its letter, where its own differs. Default: null. */
  movement?: number | LetterMove | null;
}

export type UnitType =
  | "elite_cavalry"
  | "regular_cavalry"
  | "elite_tatchanka"
  | "regular_tatchanka"
  | "elite_infantry"
  | "regular_infantry"
  | "local_units"
  | "inshore_naval_forces"
  | "river_gunboats"
  | "armored_train"
  | "tanks"
  | "mobile_base"
  | "fixed_base"
  | "supply_stockpile";

export type LetterMove = "N" | "W" | "R";

/** What a forced march gives a unit. */
export interface ForcedMarchOutcome {
  /** Whether the march costs the unit itself. */
  removed: boolean;
  /** Its movement allowance in this movement phase, in hexes, before weather and terrain; 0 if it is removed. */
  allowance: number;
}

/** Units that may force march one after the other. */
export interface StackForcedMarchRequest {
  /** The question of each unit, in the order in which they roll. */
  marches: ForcedMarchRequest[];
}

/** What forced marches give the units of a stack. */
export interface StackForcedMarchOutcome {
  /** Each unit in listed order; one that does not force march has its printed allowance. */
  units: ForcedMarchOutcome[];
}

/** A unit that is to move hex by hex, or a question how far it may. */
export interface MovementRequest {
  /** The unit. */
  unit: Counter;
  /** Whether the weather is frozen. */
  frozen: boolean;
  /** The terrain of each hex that it enters in this movement phase, those already entered included; null to ask how far it may move. Default: null. */
  path?: Terrain[] | null;
  /** The allowance that a forced march gave it in this movement phase, before weather and terrain; null if it has not force marched. Default: null. */
  forced?: number | null;
  /** Whether the restriction on local units lets it move so; only for local units. Default: null. */
  restriction_ok?: boolean | null;
  /** Whether it uses naval, water or rail movement in this movement phase. Default: false. */
  special_movement?: boolean;
  /** Whether it is a base that has served another unit's naval, water or rail move in this movement phase. Default: false. */
  has_served?: boolean;
}

export type Terrain = "clear" | "broken" | "rough";

/** How far a unit may move. */
export interface MovementOutcome {
  /** Its allowance in hexes: for the path, or for any path without rough terrain if none was given. */
  allowance: number;
  /** Its allowance in hexes for any path that enters rough terrain. */
  rough_allowance: number;
  /** true if the path is within the allowance, which else is refused; null if no path was given. */
  legal_by_charts: boolean | null;
  /** What the rulebook, which is missing, may still have against a path. */
  unchecked: Unchecked[];
}

export type Unchecked = "stacking" | "zoc";

/** A unit that intends to go along a path. */
export interface MarchRequest {
  /** The unit. */
  unit: Counter;
  /** Whether the weather is frozen. */
  frozen: boolean;
  /** The terrain of each hex that it intends to enter in this movement phase, those already entered included. */
  path: Terrain[];
  /** Whether it force marches. Default: true. */
  forced_march?: boolean;
  /** Whether it has entered a hex in this movement phase. Default: false. */
  moved_already?: boolean;
  /** Whether it has rolled for a forced march in this movement phase. Default: false. */
  marched_already?: boolean;
  /** Whether the restriction on local units lets it move so; only for local units. Default: null. */
  restriction_ok?: boolean | null;
  /** Whether it uses naval, water or rail movement in this movement phase. Default: false. */
  special_movement?: boolean;
  /** Whether it is a base that has served another unit's naval, water or rail move in this movement phase. Default: false. */
  has_served?: boolean;
}

/** Where an intended march ends. */
export interface MarchOutcome {
  /** Whether the unit can reach the end of the path, falls short of it so that its owner may choose a shorter one, or is removed by the forced march. */
  end: "reached" | "falls_short" | "removed";
  /** Its allowance for that path in hexes, after weather and rough terrain; 0 if it is removed. */
  allowance: number;
  /** The allowance that a forced march gave it, before weather and terrain: the field `forced` of a `MovementRequest` about another path in the same phase. */
  forced: number | null;
  /** What the rulebook, which is missing, may still have against the path. */
  unchecked: Unchecked[];
}

/** A unit that is to go by naval, water or rail movement, or a question how far it may. */
export interface SpecialMovementRequest {
  /** The kind of movement. */
  mode: Mode;
  /** The unit. */
  unit: Counter;
  /** All that each hex entered is, in order, without the hex of departure; null to ask how far it may go. Default: null. */
  path?: (HexKind[])[] | null;
  /** Other counters in the hex of departure, of several legs the first one's, that may serve as its base. Default: []. */
  at_start?: StackedBase[];
  /** Other counters in the last hex that may serve as its base. Default: []. */
  at_end?: StackedBase[];
  /** Whether the unit moves in another way as well in this movement phase. Default: false. */
  other_movement?: boolean;
  /** Whether the restriction on local units lets it move so; only for local units. Default: null. */
  restriction_ok?: boolean | null;
  /** Whether it is a base that has served another unit's naval, water or rail move in this movement phase. Default: false. */
  has_served?: boolean;
  /** The side to which the unit belongs or is allied, which decides; null if it is the unit's own faction. Default: null. */
  side?: Side | null;
}

export type Mode = "naval" | "water" | "rail";

export type HexKind = "coastal" | "sea" | "river" | "major_railroad" | "minor_railroad";

/** A counter that is stacked with the moving unit at one end of its move. */
export interface StackedBase {
  /** What it is; only mobile and fixed bases serve. */
  type: UnitType;
  /** Whether it is of the moving unit's side or that side's ally. Default: true. */
  friendly?: boolean;
  /** Whether it has moved in this movement phase. Default: false. */
  moved?: boolean;
}

/** How far a unit may go by naval, water or rail movement. */
export interface SpecialMovementOutcome {
  /** The most hexes: for the path, or for one over the best hexes if none was given. */
  limit: number;
  /** The most hexes for any path with a river hex or a minor railroad; for naval movement, which enters neither, the one limit that it has. */
  lower_limit: number;
  /** true if the path is legal, which else is refused; null if no path was given. */
  legal_by_charts: boolean | null;
  /** Which base serves the move and stays where it is for the rest of the movement phase, by its place in the request: ``at_start[0]``; null if no path was given. */
  serving_base: string | null;
  /** Bases that may not move any more in this movement phase beside the serving one: by the option `frozen_bases` one at the other end. */
  also_frozen: string[];
  /** What the rulebook, which is missing, may still have against the path. */
  unchecked: Unchecked[];
}

/** Counters that attack or defend together. */
export interface CombatStrengthRequest {
  /** Whether they attack or defend. */
  role: Role;
  /** The counters, each with its supply status and, in an attack, the terrain that it leaves. */
  counters: Combatant[];
}

export type Role = "attack" | "defence";

/** A counter whose strength counts. */
export interface Combatant {
  /** The counter. */
  counter: Counter;
  /** Its supply status, as its owner's last Supply Phase left it. */
  supply: Supply;
  /** The terrain of the hex from which it attacks; only in an attack. Default: null. */
  terrain?: Terrain | null;
}

export type Supply = "supplied" | "limited" | "none";

/** The strength of a side. */
export interface CombatStrengthOutcome {
  /** That of each counter, in listed order. */
  strengths: (string | number)[];
  /** Their sum. */
  total: string | number;
}

/** The strengths of both sides. */
export interface OddsRequest {
  /** The sum of the attack strengths. */
  attack: string | number;
  /** The sum of the defence strengths. */
  defence: string | number;
}

/** The odds of an attack. */
export interface OddsOutcome {
  /** Attack strength divided by defence strength. */
  ratio: string | number;
  /** The column in which the attack is resolved. */
  column: Column;
}

export type Column = "1:2" | "2:3" | "1:1" | "3:2" | "2:1+";

/** An attack whose odds are known. */
export interface CombatResultRequest {
  /** The column of the odds. */
  column: Column;
  /** How many combat units are in the hex attacked: cavalry, tatchankas, infantry and local units. */
  defending_combat_units: number;
}

/** What a combat table says. */
export interface CombatResultOutcome {
  /** The table. */
  table: Table;
  /** The result of the attack, with half results already settled. */
  result: CombatResult;
}

export type Table = "none" | "one" | "two_or_more";

export type CombatResult = "none" | "AL" | "DR" | "DL";

/** A counter other than a combat unit that is forced to retreat. */
export interface CaptureCheckRequest {
  /** The counter. */
  counter: Counter;
  /** Whether it has anywhere to go. */
  can_retreat: boolean;
  /** The factions that took part in the attack and have a counter left to put in its place, that of the first listed attacker first: for gunboats, trains and tanks an identical one, otherwise a stockpile. */
  captors: Faction[];
  /** The side of the attackers, which decides; null if it is that of the captors. Default: null. */
  side?: Side | null;
}

/** What happens to the counter. */
export interface CaptureCheckOutcome {
  /** Whether it retreats, is captured, is destroyed, or stays unaffected in its hex. */
  fate: Fate;
  /** What stands in its place in the same hex after a capture, otherwise null. */
  becomes: Counter | null;
}

export type Fate = "retreats" | "captured" | "destroyed" | "unaffected";

/** An attack on one hex with everything in it. */
export interface CombatRequest {
  /** Whose player-turn it is. */
  side: Side;
  /** The factions allied to that side, which attack with it. Default: []. */
  allies?: Faction[];
  /** The factions with which that side is at war. */
  enemies: Faction[];
  /** Everything that takes part in the attack, from one hex or several. */
  attackers: Attacker[];
  /** Everything in the hex attacked. */
  defenders: Defender[];
  /** The gunboats, trains and tanks that the attackers have out of play, of whichever faction: each can take the place of one captured counter of its type and ratings. Default: null. */
  replacements?: Counter[] | null;
}

/** A counter that attacks. */
export interface Attacker {
  /** The counter. */
  counter: Counter;
  /** Its supply status. */
  supply: Supply;
  /** The land terrain of the hex that it attacks out of. */
  terrain: Terrain;
  /** Whether that hex is next to the hex attacked. */
  adjacent: boolean;
  /** Whether it has attacked in this Combat Phase already. */
  attacked_this_phase: boolean;
}

/** A counter in the hex attacked. */
export interface Defender {
  /** The counter. */
  counter: Counter;
  /** Its supply status. */
  supply: Supply;
  /** Whether it has anywhere to retreat to; the missing rulebook says how far and where. */
  can_retreat: boolean;
}

/** The outcome of an attack. */
export interface CombatOutcome {
  /** The strength of each attacker, in listed order. */
  attack_strengths: (string | number)[];
  /** The strength of each defender, in listed order. */
  defence_strengths: (string | number)[];
  /** The sum of the attack strengths. */
  attack: string | number;
  /** The sum of the defence strengths. */
  defence: string | number;
  /** Attack divided by defence. */
  ratio: string | number;
  /** The column of the combat tables. */
  column: Column;
  /** The combat table. */
  table: Table;
  /** What the table said, a half result settled. */
  result: CombatResult;
  /** The combat unit that was lost: one of the attackers after AL, one of the defenders after DL. */
  removed: Listed | null;
  /** The defenders that retreated, in listed order. */
  retreated: Listed[];
  /** The defenders that were captured. */
  captured: Captured[];
  /** The defenders that a capture check destroyed. */
  destroyed: Listed[];
  /** Inshore naval forces that had to retreat and could not: they stay. */
  unaffected: Listed[];
  /** Combat units that had to retreat and could not: they stay, and what happens to them is in the missing rulebook. */
  blocked_combat_units: Listed[];
  /** Whether defenders that had to retreat are still in the hex, so the missing rulebook decides who holds it. */
  hex_contested: boolean;
}

/** A counter of one of the two lists of a combat. */
export interface Listed {
  /** Its number in the list, from 1. */
  number: number;
  /** The counter. */
  counter: Counter;
}

/** A defending counter that the attackers took over. */
export interface Captured {
  /** Its number in the list of defenders, from 1. */
  number: number;
  /** The counter as it was. */
  counter: Counter;
  /** The attackers' counter that stands in its place, in the hex attacked. */
  becomes: Counter;
}

/** A whole game that is to begin. */
export interface BeginGameRequest {
  /** Where it begins. */
  scenario: Scenario;
}

/** Where a whole game begins. */
export interface Scenario {
  /** What it is called. */
  title: string;
  /** Where it comes from; what is made up says so. */
  source: string;
  /** Which of the two games is played. */
  game: Game;
  /** The map. */
  board: RulebookMap;
  /** What the missing rulebook would say. */
  rulebook: Rulebook;
  /** The counters on the map, in the order in which random selections count them. Default: []. */
  units?: Stationed[];
  /** The counters that can take the place of captured ones. Default: []. */
  spares?: Unit[];
  /** The factions that stand with a side from the start. Default: []. */
  alliances?: Alliance[];
  /** Who is at war from the start. Default: []. */
  wars?: War[];
  /** The factions that a declaration has made active before the start. Default: []. */
  active?: Faction[];
  /** Who wins; the game ends with a `MissingProfileError` if it does not say. Default: null. */
  victory?: Victory | null;
  /** Places of the victory conditions that a side holds though it has nobody there. Default: []. */
  held?: Held[];
}

/** The map: the hexes that it lists and no others. */
export interface RulebookMap {
  /** What the map is called. */
  title: string;
  /** How the hexes are numbered and how they lie; a label that no hex below has is off the map. */
  grid: HexGrid;
  /** Every hex, in any order. */
  hexes: MapHex[];
  /** Where it comes from, in a word or two: a map made up for practice says so here. Default: "". */
  source?: string;
  /** Which neighbouring hexes a railroad connects, each connection once in either direction. Default: null. */
  railroads?: Railroad[] | null;
}

/** The hexes of a map and how they lie. */
export interface HexGrid {
  /** The number of columns. */
  columns: number;
  /** The number of rows in a column. */
  rows: number;
  /** "flat": hexsides face N, NE, SE, S, SW and NW. Default: "flat". */
  orientation?: Orientation;
  /** Which columns of flat hexes stand half a hex further south, or which rows of pointy ones stand half a hex further east: those with odd or with even numbers. Default: "even". */
  shifted?: Shifted;
  /** The hexes inside that extent which the map does not have. Default: []. */
  missing?: string[];
  /** Where given, the map has these hexes and no others: a small part of a large map. Default: []. */
  only?: string[];
}

export type Orientation = "flat" | "pointy";

export type Shifted = "odd" | "even";

/** A hex of the map. */
export interface MapHex {
  /** Its printed label: column, then row. */
  label: string;
  /** Its land terrain; left out for open sea. Default: null. */
  land?: Terrain | null;
  /** Its water, each kind once. Default: []. */
  water?: Water[];
  /** The best railroad through it. Default: "none". */
  rail?: Rail;
  /** The city in it, if it is one of those that the chart sheet names. Default: null. */
  city?: City | null;
}

export type Water = "coastal" | "sea" | "river";

export type Rail = "none" | "minor" | "major";

/** A railroad that leads from one hex to the next. */
export interface Railroad {
  /** The label of a hex. */
  one: string;
  /** The label of its neighbour. */
  other: string;
  /** Whether it is part of a minor or of a major line. */
  line: Line;
}

export type Line = "minor" | "major";

/** What the missing rulebook would say. */
export interface Rulebook {
  /** Where it comes from, in a few words: one that is made up says so here. Default: "". */
  source?: string;
  /** How many counters may be in one hex. Default: null. */
  stacking?: StackingRule | null;
  /** Whether combat units control the hexes around them: an enemy that enters one stops there. Default: null. */
  zones_of_control?: boolean | null;
  /** Withdrawals, reinforcements and mobilization. Default: null. */
  mobilization?: MobilizationList[] | null;
  /** How the supply status of a unit is found. Default: null. */
  supply?: SupplyRule | null;
  /** How defenders retreat. Default: null. */
  retreat?: RetreatRule | null;
  /** Who may advance after combat. Default: null. */
  advance?: Advancing | null;
  /** The turns of frozen weather; every other turn is not frozen. Default: null. */
  weather?: TurnName[] | null;
  /** The last turn of the game. Default: null. */
  last_turn?: TurnName | null;
  /** Where local units may go. Default: null. */
  local_units?: LocalRule | null;
  /** What a stockpile that is broken up gives. Default: null. */
  break_up?: BreakUpRule | null;
  /** The declarations that can be made. Default: null. */
  declarations?: PossibleDeclaration[] | null;
}

/** How many counters may be in one hex. */
export interface StackingRule {
  /** The most combat units. */
  combat_units: number;
  /** The most other counters: armor, bases, stockpiles. */
  others: number;
  /** When these limits hold. Default: [ "set_up", "movement", "retreat", "advance", "placement" ]. */
  limits_hold_for?: Occasion[];
}

export type Occasion = "set_up" | "movement" | "retreat" | "advance" | "placement";

/** What one side does in the Mobilization Phase of one turn. */
export interface MobilizationList {
  /** The turn. */
  turn: TurnName;
  /** The side. */
  side: Side;
  /** The names of the counters that leave the map; those that are gone already are passed over. Default: []. */
  withdrawals?: string[];
  /** The counters that come. Default: []. */
  reinforcements?: Arrival[];
  /** The counters that are mobilized. Default: []. */
  mobilization?: Arrival[];
}

/** A counter that comes during the game. */
export interface Arrival {
  /** What it is called; no two counters share a name. */
  name: string;
  /** The kind of unit. */
  type: UnitType;
  /** The faction that owns it. */
  faction: Faction;
  /** Its attack strength where its own differs from the typical one. Default: null. */
  attack?: number | null;
  /** Its defence strength where its own differs. Default: null. */
  defence?: number | null;
  /** Its movement allowance in hexes, or its letter, where its own differs. Default: null. */
  movement?: number | LetterMove | null;
  /** Where it may be placed; its owner chooses. */
  hexes: string[];
}

/** How a unit finds its supply status. */
export interface SupplyRule {
  /** The most hexes from a base at which a unit is supplied, if its faction ever is. */
  supplied_within: number;
  /** The most hexes from a base or a stockpile at which it has limited supply. */
  limited_within: number;
}

/** How defenders retreat. */
export interface RetreatRule {
  /** How many hexes, each further from the hex attacked than the one before. */
  hexes: number;
  /** What happens to combat units that cannot. */
  blocked: BlockedFate;
  /** Who chooses the way: the owner of the unit, or the attacker. */
  routes_by: "owner" | "attacker";
  /** Who chooses it for an independent faction where owners do: the attacker, or the first other side in the order in which the game lists them. Default: "opponent". */
  independents_by?: "attacker" | "opponent";
  /** Whether they may go into the zone of control of an enemy. Default: true. */
  into_zones?: boolean;
}

export type BlockedFate = "stays" | "removed";

export type Advancing = "none" | "one" | "all";

/** Where local units may go. */
export interface LocalRule {
  /** The most hexes between a local unit and its home; 0 if it never moves, whatever its home. */
  within: number;
  /** The homes of the local units. Default: []. */
  homes?: Home[];
}

/** Where a local unit belongs. */
export interface Home {
  /** Its name. */
  unit: string;
  /** The hex. */
  hex: string;
}

/** What a stockpile that is broken up, in a Combat Phase of its side, gives. */
export interface BreakUpRule {
  /** Units of its side and their allies are supplied if they are at most so many hexes away and their faction ever is, until their next Supply Phase. */
  supplies_within: number;
}

/** A declaration that a side can make, once. */
export interface PossibleDeclaration {
  /** The side that makes it. */
  side: Side;
  /** Which of the three it is. */
  action: Declaration;
  /** The faction that becomes active. */
  target: Faction;
  /** The factions with which it is then at war. */
  enemies: Faction[];
}

export type Declaration = "declare_war" | "begin_mobilization" | "begin_intervention";

/** A counter that is on the map from the start. */
export interface Stationed {
  /** What it is called; no two counters share a name. */
  name: string;
  /** The kind of unit. */
  type: UnitType;
  /** The faction that owns it. */
  faction: Faction;
  /** Its attack strength where its own differs from the typical one. Default: null. */
  attack?: number | null;
  /** Its defence strength where its own differs. Default: null. */
  defence?: number | null;
  /** Its movement allowance in hexes, or its letter, where its own differs. Default: null. */
  movement?: number | LetterMove | null;
  /** Where. */
  hex: string;
  /** Its supply status at the start; null to find it as in a Supply Phase. Default: null. */
  supply?: Supply | null;
}

/** A counter as a scenario lists it. */
export interface Unit {
  /** What it is called; no two counters share a name. */
  name: string;
  /** The kind of unit. */
  type: UnitType;
  /** The faction that owns it. */
  faction: Faction;
  /** Its attack strength where its own differs from the typical one. Default: null. */
  attack?: number | null;
  /** Its defence strength where its own differs. Default: null. */
  defence?: number | null;
  /** Its movement allowance in hexes, or its letter, where its own differs. Default: null. */
  movement?: number | LetterMove | null;
}

/** A faction that has joined a side. */
export interface Alliance {
  /** The faction. */
  faction: Faction;
  /** The side. */
  side: Side;
}

/** Two factions that are at war. */
export interface War {
  /** A faction. */
  one: Faction;
  /** Its enemy. */
  other: Faction;
}

/** Who wins. */
export interface Victory {
  /** Points for places. Default: []. */
  places?: PlacePoints[];
  /** Points for losses. Default: []. */
  losses?: LossPoints[];
  /** Points for units that leave. Default: []. */
  exits?: ExitPoints[];
  /** By how much the best side must lead at the end; otherwise it is a draw. Default: 1. */
  margin?: number;
  /** The score with which a side wins at once, if it leads; null to wait for the end. Default: null. */
  at_once?: number | null;
  /** Whether a side wins at once when no other has a unit left. Default: false. */
  last_side_standing?: boolean;
}

/** Points for a place, to the side that holds it at the end. */
export interface PlacePoints {
  /** The name of the place. */
  place: string;
  /** How many. */
  points: number;
  /** The only side that scores them; "" for any. Default: "". */
  side?: string;
}

/** Points for what a side loses. */
export interface LossPoints {
  /** The side that loses it. */
  of: string;
  /** The side that scores. */
  to: string;
  /** How many for each unit that is lost, or for what the ruleset counts in its place. */
  points: number;
}

/** Points for units that leave the map. */
export interface ExitPoints {
  /** Whose they are, and who scores. */
  side: string;
  /** How many for each. */
  points: number;
  /** Where they must leave, as the ruleset names it; "" for anywhere. Default: "". */
  edge?: string;
}

/** A place of the victory conditions, and the side that was there last. */
export interface Held {
  /** The name of the city, or the label of the hex. */
  place: string;
  /** The side. */
  side: Side;
}

/** A whole game that begins. */
export interface BeginGameOutcome {
  /** The state. */
  state: GameState;
  /** What happened, in sentences. */
  events: string[];
}

/** Everything that is true of a whole game at one moment, but no dice. */
export interface GameState {
  /** The clock, the counters on the map, who is allied and at war, and what was done in the phase. */
  campaign: CampaignState;
  /** The map. */
  board: RulebookMap;
  /** What the missing rulebook would say. */
  rulebook: Rulebook;
  /** Who wins; null if the scenario does not say. Default: null. */
  victory?: Victory | null;
  /** The counters that are not on the map. Default: []. */
  out?: OutOfPlay[];
  /** Who holds which place of the victory conditions; a place that nobody ever held is absent. Default: []. */
  held?: Held[];
  /** How many stockpiles captures have brought beyond those that were spare. Default: 0. */
  stockpiles_made?: number;
  /** How the game ended; null while it goes on. Default: null. */
  result?: GameResult | null;
}

/** Everything that is true of a campaign at one moment. */
export interface CampaignState {
  /** The clock: game, turn, phase, the order of the player-turns and whose it is. */
  position: Position;
  /** Every counter on the map, in the order in which random selections count them. Default: []. */
  pieces?: Piece[];
  /** The factions that stand with a side other than their own; any other faction is independent. Default: []. */
  alliances?: Alliance[];
  /** Who is at war. Default: []. */
  wars?: War[];
  /** The factions that a declaration made active. Default: []. */
  active?: Faction[];
  /** The entries into cities that can matter to the pool of diplomatic actions, in order. Default: []. */
  entries?: CityEntry[];
  /** The diplomatic actions that the Bolsheviks and the Directory have spent. Default: [ 0, 0 ]. */
  spent?: [number, number];
  /** Whether the Entente and the Germans have withdrawn. Default: false. */
  withdrawn?: boolean;
  /** Whether the weather of this turn is frozen; null while it is not known. Default: null. */
  frozen?: boolean | null;
  /** Whether the last turn is over. Default: false. */
  game_over?: boolean;
  /** Who won, once the game is over; empty in a draw. Default: []. */
  winners?: Side[];
}

/** A counter on the map. */
export interface Piece {
  /** The counter; its name is what the campaign calls it by. */
  counter: Counter;
  /** The hex that it is in. */
  hex: string;
  /** Its supply status, as its owner's last Supply Phase or the scenario has it; null while it is not known. Default: null. */
  supply?: Supply | null;
  /** What it did in this phase. Default: as the library has it. */
  done?: Done;
  /** The faction that it was captured from; null if it never was. Default: null. */
  captured_from?: Faction | null;
}

/** What a unit did in the phase that is going on. */
export interface Done {
  /** Whether it took part in an attack. Default: false. */
  attacked?: boolean;
  /** The hexes that it entered, in order. Default: []. */
  entered?: string[];
  /** How it moved; null while it has not. Default: null. */
  movement?: Movement | null;
  /** The hex that it left first; null while it has not moved. Default: null. */
  origin?: string | null;
  /** The movement allowance in hexes that a forced march brought; null without one. Default: null. */
  forced_allowance?: number | null;
  /** Whether it is a base that served a naval, water or rail move. Default: false. */
  served?: boolean;
  /** Whether its supply status was found. Default: false. */
  supply_checked?: boolean;
}

export type Movement = "ordinary" | "naval" | "water" | "rail";

/** A counter that is not on the map. */
export interface OutOfPlay {
  /** The counter, under its own name. */
  counter: Counter;
  /** Why it is not on the map. */
  why: WhyOut;
}

export type WhyOut = "to_come" | "spare" | "destroyed" | "captured" | "withdrawn" | "broken_up";

/** How a game ended. */
export interface GameResult {
  /** The side that won; null for a draw. */
  winner: string | null;
  /** Why, in a sentence. */
  reason: string;
  /** The rule that says so. */
  rule: string;
  /** What each side scored, in the order of the sides; empty where nobody counts. Default: []. */
  points?: ([string, number])[];
}

/** An action in a whole game. */
export interface ActRequest {
  /** The state. */
  state: GameState;
  /** The action. */
  action: GoOn | EndPhase | Persuade | Declare | Place | Attack | BreakUp | Move | ForceMarch | Send;
}

/** Begin the turn: the die of the initiative. */
export interface GoOn {
  kind: "go_on";
}

/** End the phase, and go on until a side has something to decide. */
export interface EndPhase {
  kind: "end_phase";
}

/** Spend a diplomatic action on persuading a faction, or the Entente and the Germans. */
export interface Persuade {
  kind: "persuade";
  /** Whom. */
  target: Target;
}

/** Spend a diplomatic action on a declaration that the rulebook lists. */
export interface Declare {
  kind: "declare";
  /** Which of the three declarations. */
  action: Declaration;
  /** The faction that becomes active. */
  target: Faction;
}

/** Place a counter that comes. */
export interface Place {
  kind: "place";
  /** Its name. */
  unit: string;
  /** Where. */
  hex: string;
}

/** Attack a hex. */
export interface Attack {
  kind: "attack";
  /** The hex. */
  target: string;
}

/** Break up a supply stockpile. */
export interface BreakUp {
  kind: "break_up";
  /** Its name. */
  unit: string;
}

/** Move a unit hex by hex to another hex, by the shortest way. */
export interface Move {
  kind: "move";
  /** Its name. */
  unit: string;
  /** The hex where it stops. */
  to: string;
}

/** Roll for a forced march of a unit, before it moves. */
export interface ForceMarch {
  kind: "force_march";
  /** Its name. */
  unit: string;
}

/** Move a unit by naval, water or rail movement, by the shortest way. */
export interface Send {
  kind: "send";
  /** Its name. */
  unit: string;
  /** The kind of movement. */
  mode: Mode;
  /** The hex where it stops. */
  to: string;
}

/** What came of an action. */
export interface ActOutcome {
  /** The state afterwards. */
  state: GameState;
  /** What happened, in sentences. */
  events: string[];
}
