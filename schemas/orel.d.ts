// The Battle of Orel, October 1919 (David Beaudlet): made from orel.json, do not edit.

/** The request of each procedure, by its id. */
export interface Requests {
  "orel.predominant_tq": PredominantTqRequest;
  "orel.tq_check": TqCheckRequest;
  "orel.combat_strength": CombatStrengthRequest;
  "orel.odds": OddsRequest;
  "orel.zoc": ZocRequest;
  "orel.stacking": StackingRequest;
  "orel.terrain_modifier": TerrainModifierRequest;
  "orel.charge": MayChargeRequest;
  "orel.cohesion_check": CohesionRequest;
  "orel.encirclement": EncirclementRequest;
  "orel.assault_prospects": AssaultProspectsRequest;
  "orel.assault": AssaultRequest;
  "orel.loss_allocation": LossAllocationRequest;
  "orel.morale_check": MoraleRequest;
  "orel.vehicle_check": VehicleCheckRequest;
  "orel.scenario": ScenarioRequest;
  "orel.turn": TurnRequest;
  "orel.reinforcement": ReinforcementRequest;
  "orel.entry_zone": EntryZoneRequest;
  "orel.activation": ActivationRequest;
  "orel.occupation": OccupationRequest;
  "orel.victory": VictoryRequest;
  "orel.retreat_before_combat": RetreatBeforeCombatRequest;
  "orel.retreat": RetreatRequest;
  "orel.retreat_zoc": RetreatZocRequest;
  "orel.rout": RoutRequest;
  "orel.bystanders": BystandersRequest;
  "orel.rally": RallyRequest;
  "orel.advance": AdvanceRequest;
  "orel.off_map": OffMapRequest;
  "orel.rail_control": RailControlRequest;
  "orel.depot_status": DepotStatusRequest;
  "orel.depot_elimination": DepotEliminationRequest;
  "orel.supply_trace": SupplyTraceRequest;
  "orel.munitions": MunitionsRequest;
  "orel.recruit_income": RecruitIncomeRequest;
  "orel.recruit_spend": RecruitSpendRequest;
  "orel.prisoners": PrisonersRequest;
  "orel.command": CommandRequest;
  "orel.ooc_check": OutOfCommandRequest;
  "orel.event": EventRequest;
  "orel.barrage": BarrageRequest;
  "orel.counterbattery": CounterbatteryRequest;
  "orel.support_coordination": SupportCoordinationRequest;
  "orel.train_contact": TrainContactRequest;
  "orel.train_duel": TrainDuelRequest;
  "orel.train_capture": TrainCaptureRequest;
  "orel.pursuit": PursuitRequest;
  "orel.combat": CombatRequest;
  "orel.combat_cohesion": CombatCohesionRequest;
  "orel.combat_assault": CombatAssaultRequest;
  "orel.combat_phase": CombatPhaseRequest;
  "orel.phase_combats": PhaseCombatsRequest;
  "orel.movement": MovementRequest;
  "orel.reach": ReachRequest;
  "orel.declare_attack": DeclareAttackRequest;
  "orel.entrench": EntrenchRequest;
  "orel.end_of_movement": EndOfMovementRequest;
  "orel.attack_coordination": AttackCoordinationRequest;
  "orel.tank_breakdown": TankBreakdownRequest;
  "orel.begin_game": BeginGameRequest;
  "orel.act": ActRequest;
}

/** The outcome of each procedure, by its id. */
export interface Outcomes {
  "orel.predominant_tq": PredominantTqOutcome;
  "orel.tq_check": TqCheckOutcome;
  "orel.combat_strength": CombatStrengthOutcome;
  "orel.odds": OddsOutcome;
  "orel.zoc": ZocOutcome;
  "orel.stacking": StackingOutcome;
  "orel.terrain_modifier": TerrainModifierOutcome;
  "orel.charge": MayChargeOutcome;
  "orel.cohesion_check": CohesionOutcome;
  "orel.encirclement": EncirclementOutcome;
  "orel.assault_prospects": Prospects;
  "orel.assault": AssaultOutcome;
  "orel.loss_allocation": LossAllocationOutcome;
  "orel.morale_check": MoraleOutcome;
  "orel.vehicle_check": VehicleCheckOutcome;
  "orel.scenario": ScenarioOutcome;
  "orel.turn": TurnOutcome;
  "orel.reinforcement": ReinforcementOutcome;
  "orel.entry_zone": EntryZoneOutcome;
  "orel.activation": ActivationOutcome;
  "orel.occupation": OccupationOutcome;
  "orel.victory": VictoryOutcome;
  "orel.retreat_before_combat": RetreatBeforeCombatOutcome;
  "orel.retreat": RetreatOutcome;
  "orel.retreat_zoc": RetreatZocOutcome;
  "orel.rout": RetreatOutcome;
  "orel.bystanders": BystandersOutcome;
  "orel.rally": RallyOutcome;
  "orel.advance": AdvanceOutcome;
  "orel.off_map": OffMapOutcome;
  "orel.rail_control": RailControlOutcome;
  "orel.depot_status": DepotStatusOutcome;
  "orel.depot_elimination": DepotEliminationOutcome;
  "orel.supply_trace": SupplyTraceOutcome;
  "orel.munitions": MunitionsOutcome;
  "orel.recruit_income": RecruitIncomeOutcome;
  "orel.recruit_spend": RecruitSpendOutcome;
  "orel.prisoners": PrisonersOutcome;
  "orel.command": CommandOutcome;
  "orel.ooc_check": OutOfCommandOutcome;
  "orel.event": EventOutcome;
  "orel.barrage": BarrageOutcome;
  "orel.counterbattery": CounterbatteryOutcome;
  "orel.support_coordination": SupportCoordinationOutcome;
  "orel.train_contact": TrainContactOutcome;
  "orel.train_duel": TrainDuelOutcome;
  "orel.train_capture": TrainCaptureOutcome;
  "orel.pursuit": PursuitOutcome;
  "orel.combat": CombatOutcome;
  "orel.combat_cohesion": CombatOutcome;
  "orel.combat_assault": CombatOutcome;
  "orel.combat_phase": CombatPhaseOutcome;
  "orel.phase_combats": CombatPhaseOutcome;
  "orel.movement": MovementOutcome;
  "orel.reach": ReachOutcome;
  "orel.declare_attack": DeclareAttackOutcome;
  "orel.entrench": EntrenchOutcome;
  "orel.end_of_movement": EndOfMovementOutcome;
  "orel.attack_coordination": AttackCoordinationOutcome;
  "orel.tank_breakdown": TankBreakdownOutcome;
  "orel.begin_game": BeginGameOutcome;
  "orel.act": ActOutcome;
}

/** The options of The Battle of Orel, each with the rule that it settles. */
export interface Options {
  /** Whether random events are played. Default: false. */
  events?: boolean;
  /** Whether one die for all of a side's supports, against their predominant quality, replaces the die of each, as the designer later proposed. Default: false. */
  single_support_roll?: boolean;
  /** Whether the modifiers of a cohesion check hold for the whole side, and the stronger side counts in place of the ratio, as the designer later proposed. Default: false. */
  side_wide_modifiers?: boolean;
  /** Whether the die of a cohesion check is held against the predominant quality of the side, with one result for all its units, as the designer later proposed. Default: false. */
  predominant_cohesion?: boolean;
  /** Whether only as many vehicles check for destruction as their side lost steps. Default: false. */
  vehicle_checks_capped?: boolean;
  /** Whether an entry zone becomes an ordinary hex once all reinforcements listed for it are in. Default: false. */
  entry_zones_expire?: boolean;
  /** Whether supply lines are measured with the movement costs of infantry for every unit. Default: false. */
  supply_infantry_scale?: boolean;
  /** Whether a battery that failed its check for counterbattery fire is marked as having fired all the same. Default: false. */
  failed_counterbattery_marks?: boolean;
  /** Whether half the losses of an ordinary pursuit are prisoners too, not only of the pursuit of a rout. Default: false. */
  pursuit_prisoners_always?: boolean;
  /** Whether a Red minor victory is denied to a side that took Orel but not Kromy, as the letter of the text has it. Default: false. */
  red_minor_strict?: boolean;
  /** Whose absence makes a station lie south of the White units: of those on the railroad, or of all on the map. Default: "railroad". */
  red_station_scope?: "railroad" | "map";
  /** Whether a unit that was driven off the map may come back at any hex next to its exit, not only on the edge. Default: false. */
  returns_inland?: boolean;
  /** Whether a unit that comes back onto the map counts as in command in that turn, as reinforcements do, and does not keep the mark of its last check. Default: false. */
  returning_in_command?: boolean;
  /** Whether a unit out of command that stays where it is negates the enemy zone in its own hex for itself too, and so attacks without a check. Default: false. */
  staying_negates_own_zone?: boolean;
  /** Whether an attacker must enter a hex that an assault has cleared, not only may. Default: true. */
  must_advance_after_assault?: boolean;
  /** Whether trains fight their duels in the movement phase, as soon as one is declared, not among the combats. Default: false. */
  duels_at_once?: boolean;
  /** The map in play, where a request brings none. Default: null. */
  board?: HexMap | null;
}

/** A map of hexes. */
export interface HexMap {
  /** What the map shows. */
  title: string;
  /** The hexes. */
  grid: HexGrid;
  /** Where it comes from, in a word or two. Default: "". */
  source?: string;
  /** How sure it is. Default: "illustrative". */
  provenance?: MapProvenance;
  /** The terrain of every hex that no area lists. Default: "clear". */
  default_terrain?: string;
  /** The terrain of the others. Default: []. */
  terrain?: TerrainArea[];
  /** What hexes hold beside their terrain. Default: []. */
  features?: Feature[];
  /** What is on hexsides. Default: []. */
  hexsides?: HexsideFeature[];
  /** The roads. Default: []. */
  roads?: Road[];
  /** The railways. Default: []. */
  railways?: Railway[];
  /** The places that have names. Default: []. */
  places?: NamedPlace[];
  /** The groups of hexes that have names. Default: []. */
  zones?: Zone[];
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

export type MapProvenance = "printed" | "reconstructed" | "illustrative";

/** Hexes of one kind of terrain. */
export interface TerrainArea {
  /** The terrain. */
  kind: string;
  /** The hexes, in any order. */
  hexes: string[];
}

/** Hexes that hold something beside their terrain: a village, a fort, a station. */
export interface Feature {
  /** What they hold. */
  kind: string;
  /** The hexes, in any order. */
  hexes: string[];
}

/** Hexsides that have something on them: a river, a bridge, a wall. */
export interface HexsideFeature {
  /** What is on them. */
  kind: string;
  /** Each hexside as the two hexes on its sides, in any order. */
  between: ([string, string])[];
}

/** A road. */
export interface Road {
  /** Every hex that it passes through, each next to the one before. */
  hexes: string[];
  /** What it is called, "" for no name; several roads may share a name. Default: "". */
  name?: string;
}

/** A railway. */
export interface Railway {
  /** Every hex that it passes through, each next to the one before. */
  hexes: string[];
  /** What it is called, "" for no name; several railways may share a name. Default: "". */
  name?: string;
  /** The number of its tracks. Default: 1. */
  tracks?: 1 | 2;
}

/** A place that has a name. */
export interface NamedPlace {
  /** What it is called; no two places share a name. */
  name: string;
  /** The hex that it is in. */
  hex: string;
  /** What it is, such as "town". */
  kind: string;
}

/** Hexes that a rule or a scenario names together: where troops enter, where they may not go, a friendly edge. */
export interface Zone {
  /** What it is called; no two zones share a name. */
  name: string;
  /** The hexes, in any order. */
  hexes: string[];
}

/** A group of units that fight or check together. */
export interface PredominantTqRequest {
  /** Those of them that are involved. */
  units: Troops[];
}

/** The quality and number of one unit, which is all that predominance asks for. */
export interface Troops {
  /** What the unit is known by. */
  key: string;
  /** Its troop quality now. */
  tq: number;
  /** Its steps now. */
  steps: number;
}

/** The predominant troop quality of a group. */
export interface PredominantTqOutcome {
  /** The quality that the most steps have. */
  base: number;
  /** What far better or far worse troops among them add. */
  shift: -1 | 0 | 1;
  /** The predominant quality, base and shift together. */
  value: number;
  /** The keys of the units that have the base quality, in listed order. */
  holders: string[];
}

/** A unit, or a group with its predominant quality, that checks. */
export interface TqCheckRequest {
  /** The troop quality. */
  tq: number;
  /** What is added to the die. Default: 0. */
  modifier?: number;
}

/** How a check of troop quality went. */
export interface TqCheckOutcome {
  /** Whether it succeeded. */
  passed: boolean;
}

/** The units of one side in a combat. */
export interface CombatStrengthRequest {
  /** The units, in the assault those that are still there. */
  units: Unit[];
  /** Cohesion check or assault; a pursuit is an assault. Default: "cohesion". */
  step?: CombatStep;
  /** Whether they attack. Default: true. */
  attacking?: boolean;
  /** Their fire support, in whole points. Default: 0. */
  support?: number;
  /** The keys of the batteries defending without a combat unit that passed their coordination check. Default: []. */
  coordinated?: string[];
  /** Their enemies in the combat. Default: []. */
  enemies?: Unit[];
  /** The ground of the attacked hex; it matters to charges alone. Default: { "terrains": [ "clear" ], "across_river": false }. */
  cover?: Cover;
}

/** A unit with what is printed on its counter and the state that it is in. */
export interface Unit {
  /** What it is known by; no two units share a key. */
  key: string;
  /** Red or White. */
  side: Side;
  /** The kind of unit. */
  type: UnitType;
  /** Where it is; null off the map. Default: null. */
  hex?: string | null;
  /** What to call it; by default its key. Default: "". */
  name?: string;
  /** The formation it belongs to; "" for none. Default: "". */
  formation?: string;
  /** The division, of the Reds the division or army, it belongs to. Default: "". */
  division?: string;
  /** Whether it is an independent unit of a White division. Default: false. */
  independent?: boolean;
  /** Whether it is a battalion of recruits. Default: false. */
  recruit_battalion?: boolean;
  /** The troop quality printed on it; vehicles have none. Default: null. */
  tq?: number | null;
  /** The strength steps that it has. Default: 1. */
  steps?: number;
  /** The strength steps that it has at full strength; by default those that it has now. Default: null. */
  steps_full?: number | null;
  /** The most that it has on its reduced side; by default half of the full, rounded down. Default: null. */
  reduced_steps?: number | null;
  /** The combat strength at full steps; for infantry, tanks and armoured cars. Default: null. */
  strength?: number | null;
  /** The strength of cavalry that does not charge, at full steps. Default: null. */
  strength_dismounted?: number | null;
  /** The strength of cavalry that charges, at full steps. Default: null. */
  strength_charge?: number | null;
  /** The fire strength at full steps; for artillery and armoured trains. Default: null. */
  fire?: number | null;
  /** What its reduced side prints, where the counters are known. Default: null. */
  reduced?: ReducedSide | null;
  /** The printed movement allowance; trains have none. Default: null. */
  mp?: number | null;
  /** The stacking points at full steps; by default one for each step. Default: null. */
  stacking?: number | null;
  /** Whether it is a shock unit, with its allowance in yellow. Default: false. */
  shock?: boolean;
  /** Whether guns accompany it. Default: false. */
  integrated_artillery?: boolean;
  /** Combat or march mode, or routed. Default: "combat". */
  mode?: Mode;
  /** Whether it is marked Unsupplied. Default: false. */
  unsupplied?: boolean;
  /** Whether it is Disorganised, in the current combat. Default: false. */
  disorganised?: boolean;
  /** Whether it is Repulsed, in the current combat. Default: false. */
  repulsed?: boolean;
  /** Whether it is entrenched or under construction. Default: "none". */
  entrenchment?: Entrenchment;
  /** Whether it was found out of command in its owner's last check. Default: false. */
  out_of_command?: boolean;
  /** Whether the scenario keeps it inactive still. Default: false. */
  inactive?: boolean;
  /** Whether recruits have lowered its quality by one. Default: false. */
  recruits_marker?: boolean;
  /** Whether it is a tank that has broken down this turn. Default: false. */
  broken_down?: boolean;
  /** Whether it is a train that has entered into contact. Default: false. */
  in_contact?: boolean;
  /** Whether it is cavalry that uses its charge strength. Default: false. */
  charging?: boolean;
  /** Where its figures come from: given in the request, or illustrative ones of this library. Default: "given". */
  values?: "given" | "illustrative";
}

export type Side = "red" | "white";

export type UnitType =
  | "infantry"
  | "cavalry"
  | "artillery"
  | "horse_artillery"
  | "tank"
  | "armoured_car"
  | "armoured_train_light"
  | "armoured_train_heavy";

/** What is printed on the reduced side of a counter, where that differs from what lost steps would leave. */
export interface ReducedSide {
  /** The combat strength, of cavalry the dismounted one. Default: null. */
  strength?: number | null;
  /** The strength of charging cavalry. Default: null. */
  strength_charge?: number | null;
  /** The fire strength. Default: null. */
  fire?: number | null;
}

export type Mode = "combat" | "march" | "routed";

export type Entrenchment = "none" | "under_construction" | "entrenched";

export type CombatStep = "cohesion" | "assault";

/** The ground that a defender stands on. */
export interface Cover {
  /** The terrains in the defender's hex. Default: [ "clear" ]. */
  terrains?: TerrainRow[];
  /** Whether every hex that the attack comes from lies across a river. Default: false. */
  across_river?: boolean;
}

export type TerrainRow = "clear" | "village" | "town" | "orel_suburbs" | "orel_centre" | "forest";

/** The strength of a side in a combat. */
export interface CombatStrengthOutcome {
  /** The whole of it, at least 1. */
  total: number;
  /** The units that count by what divides them, the undivided first. */
  groups: StrengthGroup[];
  /** The fire support in it. */
  support: number;
  /** The keys of the cavalry that charges. */
  charging: string[];
}

/** Units of one side whose strength is divided by the same number. */
export interface StrengthGroup {
  /** What the sum of their strengths is divided by. */
  divisor: number;
  /** That sum. */
  sum: number;
  /** What is left of it, rounded. */
  strength: number;
  /** Their keys, in listed order. */
  units: string[];
}

/** Two sides' strengths. */
export interface OddsRequest {
  /** The attacker's strength, support included. */
  attacker: number;
  /** The defender's, likewise. */
  defender: number;
  /** Cohesion check or assault. */
  step: CombatStep;
}

/** What the ratio of two strengths does. */
export interface OddsOutcome {
  /** Attacker to defender, exact. */
  ratio: string | number;
  /** The ratio that it counts as. */
  column: string;
  /** What it adds to the attacker's cohesion die. */
  attacker_die: number;
  /** What it adds to the defender's cohesion die. */
  defender_die: number;
  /** What it adds to the assault roll. */
  roll: number;
}

/** Both sides on the map, and what one of them wants to do. */
export interface ZocRequest {
  /** The units of both sides; those off the map exert nothing. */
  units: Unit[];
  /** The side that the zones of its enemies hinder. */
  side: Side;
  /** What that side wants to do; a rout is a retreat. */
  purpose: ZocPurpose;
  /** The keys of those of its units that do not move in the whole phase; for movement alone. Default: []. */
  staying?: string[];
  /** The board, if it is not the printed extent. Default: null. */
  board?: HexMap | null;
}

export type ZocPurpose = "supply" | "retreat" | "movement";

/** Where enemy zones of control hinder a side. */
export interface ZocOutcome {
  /** The hexes, in the order of the map; those where friendly units negate the zones are left out. */
  zones: ZoneHex[];
}

/** A hex in an enemy zone of control. */
export interface ZoneHex {
  /** The hex. */
  hex: string;
  /** The hexes from which enemies exert it there, in the order of the map. */
  exerting: string[];
  /** What kinds of unit exert it, in alphabetical order. */
  kinds: ZocKind[];
}

export type ZocKind = "infantry" | "cavalry" | "artillery";

/** What stands in a hex. */
export interface StackingRequest {
  /** The units in it. */
  units: Unit[];
  /** The depots in it, which are free. Default: []. */
  depots?: Depot[];
  /** Whether recovered steps, and not a move, have filled it. Default: false. */
  recovered?: boolean;
}

/** A depot: a convoi on the road, or a railroad depot. */
export interface Depot {
  /** What it is known by. */
  key: string;
  /** Whose it is. */
  side: Side;
  /** Convoi or railroad depot. */
  kind: DepotKind;
  /** Its supply capacity in munitions points. */
  capacity: number;
  /** Where it is; null off the map. Default: null. */
  hex?: string | null;
  /** Whether it is marked Unsupplied. Default: false. */
  unsupplied?: boolean;
  /** The movement allowance of a convoi. Default: null. */
  mp?: number | null;
}

export type DepotKind = "convoi" | "rail_depot";

/** How full a hex is. */
export interface StackingOutcome {
  /** The stacking points in it. */
  points: number;
  /** The units that count. */
  units: number;
  /** How many points are too many. */
  excess_points: number;
  /** How many units are too many. */
  excess_units: number;
  /** Whether they may be there: nothing is too many, or recovered steps are, for the time being. */
  legal: boolean;
  /** Whether the next movement phase must put it right, as far as legal moves can. */
  to_be_cured: boolean;
}

/** Defenders of a hex, or targets in it, and their ground. */
export interface TerrainModifierRequest {
  /** What the cover is to help against. */
  purpose: CoverPurpose;
  /** Every unit in the hex. */
  defenders: Unit[];
  /** The ground; where it is not given, that of the hex of the defenders on a board. Default: null. */
  cover?: Cover | null;
  /** Whether an attacking tank that can fight takes part. Default: false. */
  tank?: boolean;
  /** The board. Default: null. */
  board?: HexMap | null;
  /** The hexes that the attack comes from, on the board. Default: []. */
  attacking?: string[];
  /** Where in Orel the defenders are, should they be there. Default: "suburbs". */
  location?: OrelLocation;
}

export type CoverPurpose = "cohesion" | "assault" | "barrage";

export type OrelLocation = "suburbs" | "centre";

/** What the ground and entrenchments do for defenders. */
export interface TerrainModifierOutcome {
  /** For an assault one for the hex, else one for each unit that may check or be fired at, in listed order. */
  figures: CoverFigure[];
}

/** What cover is worth. */
export interface CoverFigure {
  /** The key of the unit that it helps; "" for the hex as a whole. */
  unit: string;
  /** What it adds to the unit's cohesion die, or to the 2d6 of an assault or a barrage: never more than 0. */
  modifier: number;
  /** Which of the two it comes from; they never add up. */
  source: CoverSource;
}

export type CoverSource = "none" | "terrain" | "entrenchment";

/** A unit of cavalry and its enemies in a combat. */
export interface MayChargeRequest {
  /** The cavalry. */
  unit: Unit;
  /** The enemy units of this combat; in an assault those that take part. */
  enemies: Unit[];
  /** Whether it attacks; else it defends, in the hex with the cover. Default: true. */
  attacking?: boolean;
  /** The ground of the attacked hex. Default: { "terrains": [ "clear" ], "across_river": false }. */
  cover?: Cover;
  /** Whether an attacking tank that can fight takes part. Default: false. */
  tank?: boolean;
}

/** Whether cavalry may charge. */
export interface MayChargeOutcome {
  /** Whether it may use its charge strength. */
  may_charge: boolean;
  /** Everything that keeps it from doing so. */
  bars: ChargeBar[];
}

export type ChargeBar = "no_cavalry" | "routed" | "march_mode" | "ground" | "entrenched" | "quality";

/** Both sides before a cohesion check, the charges decided. */
export interface CohesionRequest {
  /** The units that attack, wherever they attack from: combat units, and vehicles with them. */
  attackers: Unit[];
  /** Every unit in the attacked hex, depots apart. */
  defenders: Unit[];
  /** The units stacked with attackers that do not attack: artillery, vehicles, combat units held back. Default: []. */
  bystanders?: Unit[];
  /** The fire support of the attacker. Default: 0. */
  attacker_support?: number;
  /** The fire support of the defender. Default: 0. */
  defender_support?: number;
  /** The ground of the attacked hex. Default: { "terrains": [ "clear" ], "across_river": false }. */
  cover?: Cover;
  /** The board, for its extent and for the ground that vehicles attack over; by default, for the ground alone, the option's. Default: null. */
  board?: HexMap | null;
  /** The keys of the units that Defeatist Rumours have reached. Default: []. */
  defeatist_rumours?: string[];
  /** The keys of the batteries defending without a combat unit that passed their coordination check. Default: []. */
  coordinated?: string[];
  /** Which sides use a Leader in the front line in this check, as was said before the dice. Default: []. */
  leader_in_the_front_line?: Role[];
}

export type Role = "attacker" | "defender";

/** How both sides came through a cohesion check. */
export interface CohesionOutcome {
  /** The result of each attacker, in listed order. */
  attackers: UnitResult[];
  /** That of each defender. */
  defenders: UnitResult[];
  /** That of each bystander. */
  bystanders: UnitResult[];
}

/** What happens to one unit. */
export interface UnitResult {
  /** Which unit. */
  key: string;
  /** What happens to it. */
  result: Result;
}

export type Result =
  | "stays"
  | "passed"
  | "disorganised"
  | "repulsed"
  | "retreat"
  | "rout"
  | "surrender"
  | "retreat_two"
  | "eliminated"
  | "captured";

/** The hexsides through which an assault comes. */
export interface EncirclementRequest {
  /** The hexsides behind which a unit takes part in the assault; fire support does not count. */
  hexsides: number[];
}

/** Whether a defender is encircled. */
export interface EncirclementOutcome {
  /** Whether it is encircled. */
  encircled: boolean;
  /** What it adds to the assault roll. */
  modifier: number;
}

/** An assault that could be launched. */
export interface AssaultProspectsRequest {
  /** The assault. */
  assault: AssaultRequest;
}

/** Both sides before an assault, with the charges decided again. */
export interface AssaultRequest {
  /** The units that attack, wherever they attack from: combat units, and vehicles with them. */
  attackers: Unit[];
  /** Every unit in the attacked hex, depots apart. */
  defenders: Unit[];
  /** The units stacked with attackers that do not attack: artillery, vehicles, combat units held back. Default: []. */
  bystanders?: Unit[];
  /** The fire support of the attacker. Default: 0. */
  attacker_support?: number;
  /** The fire support of the defender. Default: 0. */
  defender_support?: number;
  /** The ground of the attacked hex. Default: { "terrains": [ "clear" ], "across_river": false }. */
  cover?: Cover;
  /** The board, for its extent and for the ground that vehicles attack over; by default, for the ground alone, the option's. Default: null. */
  board?: HexMap | null;
  /** The keys of the units that Defeatist Rumours have reached. Default: []. */
  defeatist_rumours?: string[];
  /** Whether the attack was prepared or hasty; a pursuit counts as prepared. Default: "prepared". */
  attack_type?: AttackType;
  /** Whether artillery or a train supports the attacker even though its fire came to nothing. Default: false. */
  attacker_supported?: boolean;
  /** The same of the defender. Default: false. */
  defender_supported?: boolean;
  /** Units that fled into the attacked hex before: they have no part in the assault, and lose steps only when none of the defenders are left. Default: []. */
  onlookers?: Unit[];
  /** Where no hexes are given, the hexsides behind which attackers take part. Default: []. */
  hexsides?: number[];
  /** Whether the attacker uses an Officers' charge, as was said before the roll. Default: false. */
  officers_charge?: boolean;
  /** Whether losses and checks of the attacker are ignored, as in the pursuit of a rout. Default: false. */
  attacker_unharmed?: boolean;
  /** Whether vehicles check for destruction at once; not in a whole combat, where the retreats come first (`vehicles_to_check`). Default: true. */
  check_vehicles?: boolean;
}

export type AttackType = "prepared" | "hasty";

/** What an attacker knows when deciding whether to assault. */
export interface Prospects {
  /** What will be added to the 2d6. */
  modifier: number;
  /** The chance that the defender loses. */
  defender_loses: string | number;
}

/** What an assault did. */
export interface AssaultOutcome {
  /** Which side lost it. */
  loser: Role;
  /** The attackers, in listed order. */
  attackers: UnitAfterAssault[];
  /** The defenders, in listed order. */
  defenders: UnitAfterAssault[];
  /** The bystanders, in listed order. */
  bystanders: UnitAfterAssault[];
  /** The onlookers, in listed order, with their losses; they do what the defenders' fate makes them do. */
  onlookers: UnitAfterAssault[];
  /** The prisoners that the attacker takes. */
  attacker_prisoners: number;
  /** Those that the defender takes. */
  defender_prisoners: number;
}

/** A unit after an assault. */
export interface UnitAfterAssault {
  /** Which unit. */
  key: string;
  /** What it must do now, or that it is lost. */
  result: Result;
  /** The unit with its steps and states now, where it was; null if nothing of it is left to its side. */
  unit: Unit | null;
  /** The steps that it lost, those of a surrender apart. */
  steps_lost: number;
}

/** Losses that an assault has brought to a side. */
export interface LossAllocationRequest {
  /** The units that took part in it; of the defender also the artillery in the hex. */
  units: Unit[];
  /** How many steps they lose. */
  losses: number;
  /** The order in which their owner wants them to lose the steps, by key, as far as it is decided. Default: []. */
  order?: string[];
  /** Whose units they are. Default: "defender". */
  role?: Role;
}

/** Which units lost the steps. */
export interface LossAllocationOutcome {
  /** The keys of the units, one for each step lost, in order. */
  order: string[];
  /** The units that are left, in listed order. */
  units: Unit[];
  /** The keys of those that are gone. */
  eliminated: string[];
  /** The keys of the artillery that routs because no combat unit is left with it. */
  artillery_routs: string[];
}

/** The units of the loser of an assault that are left: combat units that took part, or artillery that was alone. */
export interface MoraleRequest {
  /** Whether the loser attacked or defended. */
  role: Role;
  /** The units. */
  units: Beaten[];
  /** The number behind the m in the Assault Results Table; null where no check is called for. Default: null. */
  morale?: number | null;
  /** Whether an effective enemy vehicle took part in the assault. Default: false. */
  enemy_vehicle?: boolean;
}

/** What decides the morale check of one unit. */
export interface Beaten {
  /** Which unit. */
  key: string;
  /** Its troop quality now. */
  tq: number;
  /** Whether it lost a step in this assault. Default: false. */
  hit?: boolean;
  /** Whether an effective vehicle of its side fought in its stack. Default: false. */
  vehicle?: boolean;
  /** Whether it is routed already. Default: false. */
  routed?: boolean;
  /** Whether Defeatist Rumours have reached it. Default: false. */
  defeatist_rumours?: boolean;
}

/** How the units of a side took their defeat. */
export interface MoraleOutcome {
  /** The units, in listed order. */
  units: UnitMorale[];
}

/** How a unit took its side's defeat. */
export interface UnitMorale {
  /** Which unit. */
  key: string;
  /** What the check came to. */
  result: MoraleResult;
  /** What the unit does. */
  consequence: Consequence;
  /** Whether it is disorganised until the combat ends, a pursuit included. */
  disorganised: boolean;
}

export type MoraleResult = "no_check" | "passed" | "disorganised" | "retreat" | "rout" | "surrender";

export type Consequence = "repulsed" | "retreat" | "rout" | "surrender";

/** The vehicles of one or both sides that took part in an assault and are still there. */
export interface VehicleCheckRequest {
  /** The attacker's. Default: []. */
  attackers?: Unit[];
  /** The defender's. Default: []. */
  defenders?: Unit[];
  /** The steps that the attacker lost in the assault, by surrender too. Default: 0. */
  attacker_lost?: number;
  /** Those that the defender lost. Default: 0. */
  defender_lost?: number;
  /** Whether the attacker had artillery, integrated artillery or an armoured train there or in support, none of it routed. Default: false. */
  attacker_guns?: boolean;
  /** Whether the defender had. Default: false. */
  defender_guns?: boolean;
}

/** What became of vehicles after an assault. */
export interface VehicleCheckOutcome {
  /** Those that are left, a damaged heavy train with a step less: the attacker's first, in listed order. */
  vehicles: Unit[];
  /** The keys of those that are gone. */
  destroyed: string[];
}

/** A scenario to begin. */
export interface ScenarioRequest {
  /** Which. */
  scenario: ScenarioName;
  /** Counters that replace the illustrative ones, as `rcw_rules.orel.read_counters` reads them. Default: []. */
  counters?: CounterValues[];
  /** The map to play on; without it, the option board, if that has one. Default: null. */
  board?: HexMap | null;
}

export type ScenarioName = "introductory" | "historical" | "hypothetical";

/** What stands on one counter; a unit needs every figure that a unit of its type has. */
export interface CounterValues {
  /** The key of the unit or convoi. */
  key: string;
  /** The strength steps of the unharmed unit. Default: null. */
  steps?: number | null;
  /** The most that it has on its reduced side; by default half of them, rounded down. Default: null. */
  reduced_steps?: number | null;
  /** The troop quality. Default: null. */
  tq?: number | null;
  /** The combat strength of infantry, tanks and armoured cars. Default: null. */
  strength?: number | null;
  /** The strength of cavalry that does not charge. Default: null. */
  strength_dismounted?: number | null;
  /** That of cavalry that charges. Default: null. */
  strength_charge?: number | null;
  /** The fire strength of artillery and armoured trains. Default: null. */
  fire?: number | null;
  /** What the reduced side prints. Default: null. */
  reduced?: ReducedSide | null;
  /** The movement allowance; trains have none. Default: null. */
  mp?: number | null;
  /** The stacking points; by default the steps. Default: null. */
  stacking?: number | null;
  /** Whether it is a shock unit. Default: false. */
  shock?: boolean;
  /** Whether guns accompany it. Default: false. */
  integrated_artillery?: boolean;
}

/** How a scenario begins. */
export interface ScenarioOutcome {
  /** The first day. */
  day: Day;
  /** Every unit in play. */
  units: Unit[];
  /** Every depot in play, likewise. */
  depots: Depot[];
  /** The formations in play. */
  formations: Formation[];
  /** The formations that begin inactive, and what releases them. */
  inactive_groups: InactiveGroup[];
  /** What comes when and where. */
  reinforcements: Reinforcement[];
  /** The hexes by which they come, closed to the enemy. */
  entry_zones: EntryZone[];
  /** The hexes that units may not leave; empty if that is the whole map. */
  area: string[];
  /** The units that are each a main body of their own in the first command phase: printed for the introductory scenario, implied by the printed marks of units out of command for the others. */
  main_bodies: string[];
  /** Where the units in Orel are; null if none begins there. */
  orel: OrelLocation | null;
  /** The map in play, as given; null if none was. */
  board: HexMap | null;
}

export type Day = 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 29 | 30 | 31;

/** A formation: a regiment, a brigade or a division whose units must stay together. */
export interface Formation {
  /** What it is known by. */
  key: string;
  /** What it is called. */
  name: string;
  /** Whose it is. */
  side: Side;
  /** The division that it belongs to, or is. */
  division: string;
  /** Which units make its main body. Default: "infantry". */
  arm?: "infantry" | "cavalry";
  /** How many main bodies it may have. Default: 1. */
  main_bodies?: number;
}

/** A formation that may not act for a while, and what releases it as a whole. */
export interface InactiveGroup {
  /** The formation. */
  formation: string;
  /** The last day on which it is inactive. */
  through: Day;
  /** Whether an attack or a barrage declared on it releases it. Default: false. */
  when_attacked?: boolean;
  /** How near an enemy unit releases it, in hexes; null if none does. Default: null. */
  enemy_within?: number | null;
  /** The enemy formation whose nearness does not count; "" for none. Default: "". */
  except_formation?: string;
  /** How near the double-tracked railroad an enemy unit releases it, in hexes; there every formation counts. Default: null. */
  enemy_within_of_double_track?: number | null;
}

/** Units and depots that come on one day by the same ways. */
export interface Reinforcement {
  /** Whose they are. */
  side: Side;
  /** The day on which they are due. */
  day: Day;
  /** The keys of the units and depots. */
  units: string[];
  /** The hexes at the edge of the map by which each of them may enter. */
  edge: string[];
  /** Hexes in which each may be placed instead, when the movement phase begins. Default: []. */
  placed_at?: string[];
  /** Whether each may be placed at a station on the double track too. Default: false. */
  stations_of_double_track?: boolean;
  /** How many movement points less each has on the turn of entry. Default: 0. */
  mp_penalty?: number;
  /** Whether all of them must use the same hex. Default: false. */
  one_hex?: boolean;
}

/** Hexes by which reinforcements enter, closed to the enemy. */
export interface EntryZone {
  /** Whose reinforcements enter there. */
  side: Side;
  /** The edge of the map on which they lie. */
  edge: MapEdge;
  /** The hexes. */
  hexes: string[];
}

export type MapEdge = "north" | "east" | "south" | "west";

/** A step that is over. */
export interface TurnRequest {
  /** The step. */
  moment: Moment;
  /** The units on the map, of both sides; needed when markers are taken off, for rallies and repairs. Default: []. */
  units?: Unit[];
  /** The keys of the units with a Barrage or Support marker, of both sides. Default: []. */
  fired?: string[];
  /** When the routed units were routed; needed for those of the active player when markers are taken off. Default: []. */
  routs?: Rout[];
  /** The keys of the reinforcements that have come. Default: []. */
  arrived?: string[];
  /** The moment with which the players mean to go on, if that is to be checked. Default: null. */
  intended?: Moment | null;
  /** The last day of the game, where it is not that of the turn track. Default: null. */
  last_day?: number | null;
  /** The scenario. Default: "historical". */
  scenario?: ScenarioName;
  /** The map. Default: null. */
  board?: HexMap | null;
}

/** A moment of the game. */
export interface Moment {
  /** The day. Default: 15. */
  day?: Day;
  /** The active player, whose player turn it is; the other is the reactive one. Default: "white". */
  player?: Side;
  /** The step. Default: "depots". */
  step?: TurnStep;
}

export type TurnStep = "depots" | "recruitment" | "command" | "events" | "movement" | "combat" | "markers";

/** When a unit was routed. */
export interface Rout {
  /** The key of the unit. */
  unit: string;
  /** The day. */
  day: Day;
  /** Whose player turn it was. */
  player: Side;
}

/** What follows a step. */
export interface TurnOutcome {
  /** The next moment; null if the game is over. */
  next: Moment | null;
  /** The keys of the units, of both sides, that lose a Barrage or Support marker. */
  markers_removed: string[];
  /** The units that lose their Rout marker, in combat mode again. */
  rallied: Unit[];
  /** The keys of those that should have lost it, but are in an enemy zone of control. */
  still_routed: string[];
  /** The tanks that had broken down and are repaired, when the day is over. */
  repaired: Unit[];
  /** The keys of the reinforcements that may come in the player turn of the next moment. */
  due: string[];
}

/** A unit or a depot that comes as a reinforcement, on its day or later. */
export interface ReinforcementRequest {
  /** The day. */
  day: Day;
  /** The unit; leave it out for a depot. Default: null. */
  unit?: Unit | null;
  /** The depot; leave it out for a unit. Default: null. */
  depot?: Depot | null;
  /** The hex in which it is to come; null leaves that to the choice ``entry_hex``. Default: null. */
  hex?: string | null;
  /** The units on the map, of both sides. Default: []. */
  others?: Unit[];
  /** Where units have entered, or enter now, that must use the same hex as this one. Default: null. */
  entered_at?: string | null;
  /** When and where it comes, in a battle of your own, or where a rule and not the scenario brings it; left out, as the scenario says. Default: null. */
  comes?: Reinforcement | null;
  /** The scenario. Default: "historical". */
  scenario?: ScenarioName;
  /** The map. Default: null. */
  board?: HexMap | null;
}

/** Where a reinforcement comes, and what it can do then. */
export interface ReinforcementOutcome {
  /** The hex. */
  hex: string;
  /** Whether it is placed there, rather than entering from the edge of the map. */
  placed: boolean;
  /** Its movement points on this turn, before it pays for the hex; null for what moves on rails alone. */
  allowance: number | null;
  /** What is left of them; null as well if no board tells what the hex costs. */
  mp_left: number | null;
}

/** A unit that wants to enter a hex. */
export interface EntryZoneRequest {
  /** Whose unit it is. */
  side: Side;
  /** The hex. */
  hex: string;
  /** Why it enters. Default: "move". */
  reason?: EntryReason;
  /** The keys of the reinforcements that have come; they matter only if zones expire. Default: []. */
  arrived?: string[];
  /** The scenario. Default: "historical". */
  scenario?: ScenarioName;
}

export type EntryReason = "move" | "advance" | "pursuit" | "mandatory_advance" | "retreat" | "only_retreat";

/** What a hex is for a unit that wants to enter it. */
export interface EntryZoneOutcome {
  /** Whether it belongs to an enemy entry zone. */
  closed: boolean;
  /** Whether the unit must leave it as soon as it can. */
  must_leave: boolean;
}

/** The situation after a move, a combat or the declaration of an attack or a barrage. */
export interface ActivationRequest {
  /** The day. */
  day: Day;
  /** The units on the map, of both sides. */
  units: Unit[];
  /** The scenario. Default: "historical". */
  scenario?: ScenarioName;
  /** The keys of the units that are targets of a declared attack or barrage; of an attack, all in the hex. Default: []. */
  attacked?: string[];
  /** Where the double-tracked railroad runs; null if the board tells. Default: null. */
  double_track?: string[] | null;
  /** What begins inactive, in a battle of your own; left out, what the scenario says. Default: null. */
  groups?: InactiveGroup[] | null;
  /** The map. Default: null. */
  board?: HexMap | null;
}

/** Which units may act again. */
export interface ActivationOutcome {
  /** The formations released, in the order of the scenario. */
  released: Release[];
  /** Their units, no longer inactive. */
  units: Unit[];
  /** The formations that stay inactive. */
  inactive: string[];
}

/** A formation that is released as a whole. */
export interface Release {
  /** The formation. */
  formation: string;
  /** The keys of its units that were inactive. */
  units: string[];
  /** Why. */
  reason: string;
}

/** The map when the game ends. */
export interface OccupationRequest {
  /** Every unit on it. */
  units: Unit[];
  /** Whether the conditions that concern the double-tracked railroad are asked too, which needs a board. Default: true. */
  railroad?: boolean;
  /** The depots of both sides, for tracing which Red infantry a functional depot can supply. Default: null. */
  depots?: Depot[] | null;
  /** The keys of that infantry, where they are known; the depots are then not asked. Default: null. */
  supplied?: string[] | null;
  /** The map. Default: null. */
  board?: HexMap | null;
}

/** What the map shows when the game ends. */
export interface OccupationOutcome {
  /** The victory locations that the Whites occupy. */
  white: VictoryLocation[];
  /** Those that the Reds occupy. */
  red: VictoryLocation[];
  /** Whether the double-tracked railroad is clear; null if that was not asked. */
  railroad_clear: boolean | null;
  /** Whether the Reds fulfil the condition of the station; null if that was not asked. */
  station: boolean | null;
}

export type VictoryLocation = "Dmitrovsk" | "Kromy" | "Orel" | "Komaritchi" | "Brasovo" | "Sevsk";

/** The end of the game. */
export interface VictoryRequest {
  /** What the Whites have. */
  white: Standing;
  /** What the Reds have. */
  red: Standing;
  /** Whether the double-tracked railroad is clear of the zones of control of supplied Red infantry, and of such infantry itself. Default: false. */
  railroad_clear?: boolean;
  /** Whether supplied Red infantry holds a station of that railroad south of the White units. Default: false. */
  station?: boolean;
  /** The scenario. Default: "historical". */
  scenario?: ScenarioName;
}

/** What a side has when the game ends. */
export interface Standing {
  /** The victory locations that it occupies; in the introductory scenario, those that it holds. Default: []. */
  occupied?: VictoryLocation[];
  /** How many infantry and cavalry units it lost in the game, surrendered ones and recruits included; a battalion that was rebuilt and lost again counts again. Default: 0. */
  combat_units_lost?: number;
}

/** Which side has won. */
export interface VictoryOutcome {
  /** The winner, or a draw. */
  winner: "white" | "red" | "draw";
  /** The level of the Whites after losses; null in the introductory scenario, which has no levels. */
  white: Level | null;
  /** That of the Reds. */
  red: Level | null;
  /** The level of the Whites before losses. */
  white_before_losses: Level | null;
  /** That of the Reds. */
  red_before_losses: Level | null;
}

export type Level = "strategic" | "regional" | "minor" | "defeat";

/** A hex that is attacked, before anything else happens. */
export interface RetreatBeforeCombatRequest {
  /** The units in the hex. */
  defenders: Unit[];
  /** The kinds of the attacking units, each once. */
  attackers: UnitType[];
  /** A Prepared or a Hasty Attack. Default: "prepared". */
  attack_type?: AttackType;
  /** Whether the defender attempts it; null leaves it to the choice. Default: null. */
  attempt?: boolean | null;
  /** The keys of units that fled into the hex in this phase: they have no part in the combat. Default: []. */
  joined?: string[];
  /** The keys of vehicles that could go nowhere: of trains, because the enemy holds the railroad or it ends. Default: []. */
  no_way?: string[];
  /** Whether the defender uses the event of that name. Default: false. */
  good_intelligence?: boolean;
}

/** Which units slip away before the fight. */
export interface RetreatBeforeCombatOutcome {
  /** Whether any unit attempted it. */
  attempted: boolean;
  /** The keys of the units that go now, in listed order; where to is another question. */
  leaves: string[];
  /** The units that checked in vain, now in march mode. */
  failed: Unit[];
  /** The quality that the die was held against; null if no unit had to check. */
  predominant: number | null;
  /** The keys of broken-down tanks, which must go and cannot. */
  eliminated: string[];
  /** The keys of vehicles that must go and cannot: lost if an attacker enters the hex. */
  stuck: string[];
  /** Whether no combat unit and no battery that would have defended is left. */
  emptied: boolean;
  /** What happens to the munitions that the attacker has set aside. */
  munitions: MunitionsFate;
}

export type MunitionsFate = "spent" | "resupply" | "refunded";

/** Units of one hex that must fall back together. */
export interface RetreatRequest {
  /** The units, those that are Routed already marked so; vehicles only if they must go too. */
  units: Unit[];
  /** Every other unit on the board. Default: []. */
  others?: Unit[];
  /** The depots. Default: []. */
  depots?: Depot[];
  /** The hexes whose attack is still to be resolved. Default: []. */
  under_attack?: string[];
  /** The hexes by which reinforcements enter, closed to the enemy. Default: []. */
  entry_zones?: EntryZone[];
  /** The map. Default: null. */
  board?: HexMap | null;
  /** 1 for a retreat, 2 for a rout. Default: 1. */
  hexes?: Distance;
}

export type Distance = 1 | 2;

/** Where units that fell back are now, and what it cost. */
export interface RetreatOutcome {
  /** Whether the stack could go; of vehicles alone, whether any could. */
  possible: boolean;
  /** The units that are left, as they are now, in listed order. */
  units: Unit[];
  /** The ways taken, the stack's first; vehicles that could not follow it have their own. */
  ways: Way[];
  /** The keys of vehicles that must go and cannot: lost if the enemy enters. */
  stuck: string[];
  /** The keys of units eliminated. */
  eliminated: string[];
  /** The keys of units that surrendered. */
  surrendered: string[];
  /** The steps of those, which the enemy captures. */
  prisoners: number;
}

/** The way that some units took together. */
export interface Way {
  /** Their keys, in listed order. */
  units: string[];
  /** The hexes that they entered, in order. */
  steps: RetreatStep[];
  /** Where the way ends; null off the map. */
  hex: string | null;
  /** The hex from which it left the map, if it did. Default: null. */
  exit_hex?: string | null;
  /** Whether it ends in a hex that is still to be attacked. Default: false. */
  joins_attack?: boolean;
}

/** One hex of the way back. */
export interface RetreatStep {
  /** The hex entered; null off the map. */
  hex: string | null;
  /** The priorities that entering it breaks, the strongest first. Default: []. */
  violated?: Priority[];
  /** The kinds of enemy units whose zones of control, not negated by friends, cover it. Default: []. */
  zones?: ZocKind[];
}

export type Priority = "enemy_zone" | "overstack" | "off_map" | "target_hex" | "away_from_edge" | "apart";

/** A unit that falls back into a hex in enemy zones of control that no friend negates. */
export interface RetreatZocRequest {
  /** The kind of unit. */
  type: UnitType;
  /** The kinds of enemy unit that exert the zones. */
  zones: ZocKind[];
  /** Its troop quality now; vehicles have none. Default: null. */
  tq?: number | null;
  /** Whether it routs, or is Routed from before. Default: false. */
  rout?: boolean;
  /** Whether it has one step left; vehicles never have more to lose. Default: false. */
  last_step?: boolean;
}

/** How a unit came through. */
export interface RetreatZocOutcome {
  /** Safe, or what it suffers. */
  result: ZocResult;
}

export type ZocResult = "safe" | "step_lost" | "eliminated" | "surrendered";

/** Units of one hex that rout. */
export interface RoutRequest {
  /** The units, those that are Routed already marked so; vehicles only if they must go too. */
  units: Unit[];
  /** Every other unit on the board. Default: []. */
  others?: Unit[];
  /** The depots. Default: []. */
  depots?: Depot[];
  /** The hexes whose attack is still to be resolved. Default: []. */
  under_attack?: string[];
  /** The hexes by which reinforcements enter, closed to the enemy. Default: []. */
  entry_zones?: EntryZone[];
  /** The map. Default: null. */
  board?: HexMap | null;
}

/** Units that fled into a hex whose attack was still to come, once it is resolved. */
export interface BystandersRequest {
  /** The combat units and artillery that fled there, those that routed marked so. */
  units: Unit[];
  /** What befell each combat unit and battery that defended the hex. */
  defenders: DefenderFate[];
}

export type DefenderFate = "stays" | "retreats" | "routs" | "eliminated" | "surrenders";

/** What units must do that fled into a hex attacked afterwards. */
export interface BystandersOutcome {
  /** The keys of those that stay. */
  stay: string[];
  /** The keys of those that retreat with the defenders. */
  retreat: string[];
  /** The keys of those that rout. */
  rout: string[];
  /** The keys of those that surrender. */
  surrender: string[];
  /** The steps of those, which the enemy captures. */
  prisoners: number;
}

/** A Routed unit at the end of a player's turn. */
export interface RallyRequest {
  /** The unit. */
  unit: Unit;
  /** The day on which it routed. */
  routed_day: Day;
  /** In whose turn it routed. */
  routed_in: Side;
  /** The day. */
  day: Day;
  /** Whose turn ends. */
  turn_of: Side;
  /** Every other unit on the board. Default: []. */
  others?: Unit[];
  /** The map. Default: null. */
  board?: HexMap | null;
}

/** Whether a unit has rallied. */
export interface RallyOutcome {
  /** Whether the rout has lasted long enough, at the end of a turn of the owner. */
  due: boolean;
  /** Whether the marker comes off. */
  rallied: boolean;
  /** The unit as it is now. */
  unit: Unit;
}

/** A hex after the fight for it. */
export interface AdvanceRequest {
  /** The hex that was attacked. */
  hex: string;
  /** The units that took part in the attack, as they are now. */
  attackers: Unit[];
  /** When the hex was cleared. */
  phase: AdvancePhase;
  /** The enemy units still in the hex. Default: []. */
  remaining?: Unit[];
  /** The enemy depots in it. Default: []. */
  depots?: Depot[];
  /** The keys of attackers that retreated or routed, even where they could not go. Default: []. */
  forced_back?: string[];
  /** Whether the attacker lost the assault. Default: false. */
  attacker_lost?: boolean;
  /** The hexes by which reinforcements enter, closed to the enemy. Default: []. */
  entry_zones?: EntryZone[];
  /** The map. Default: null. */
  board?: HexMap | null;
}

export type AdvancePhase = "retreat" | "cohesion" | "assault";

/** Which units advance. */
export interface AdvanceOutcome {
  /** Whether the hex holds no unit that would have to be fought. */
  cleared: boolean;
  /** The keys of the attacking units that may enter, in listed order; stacking allows perhaps not all of them. */
  may: string[];
  /** Whether some combat unit must. */
  must: boolean;
  /** The units that enter, in their new hex, in the order in which they do. */
  entering: Unit[];
  /** The keys of enemy depots that fall. */
  depots_eliminated: string[];
  /** The keys of enemy tanks and armoured cars that fall. */
  vehicles_eliminated: string[];
  /** The keys of enemy trains that are captured. */
  trains_captured: string[];
  /** Where in Orel the units are, if they enter it. */
  location: OrelLocation | null;
  /** Whether cavalry that advances may go on and pursue; never after a pursuit, which is not asked here. */
  may_pursue: boolean;
}

/** A unit off the map, in a movement phase of its owner. */
export interface OffMapRequest {
  /** The unit as it left the map; Routed if it routed off it. */
  unit: Unit;
  /** The hex from which it left. */
  exit_hex: string;
  /** The day on which it left. */
  left_day: Day;
  /** In whose turn. */
  left_in: Side;
  /** The day of the movement phase. */
  day: Day;
  /** Every unit on the board. Default: []. */
  others?: Unit[];
  /** The depots on the board. Default: []. */
  depots?: Depot[];
  /** The hexes by which reinforcements enter, closed to the enemy. Default: []. */
  entry_zones?: EntryZone[];
  /** Which units may wait and enter with others; null for those of the book. Default: null. */
  late_returns?: LateReturn[] | null;
  /** The map. Default: null. */
  board?: HexMap | null;
}

/** Units that, driven off the map, may wait for a day and then enter where others do. */
export interface LateReturn {
  /** The keys of the units. */
  units: string[];
  /** The day on which they may enter there. */
  day: Day;
  /** The hexes by which they may enter on that day. */
  hexes: string[];
}

/** What happens to a unit off the map in a movement phase of its owner. */
export interface OffMapOutcome {
  /** It waits, returns or is eliminated. */
  status: OffMapStatus;
  /** The day on which it must return by its exit hex or one next to it; null after the end of the game. */
  due: Day | null;
  /** The hexes by which it may return now. */
  may_enter: string[];
  /** By which it does. */
  hex: string | null;
  /** The unit as it returns; null otherwise. */
  unit: Unit | null;
  /** Whether it may receive recruit points, while it is off the map, before that phase. */
  takes_recruits: boolean;
}

export type OffMapStatus = "waits" | "returns" | "eliminated";

/** Every unit on the map, and the side that asks. */
export interface RailControlRequest {
  /** Whose control. */
  side: Side;
  /** The units of both sides. Default: []. */
  units?: Unit[];
  /** The depots of both sides. Default: []. */
  depots?: Depot[];
  /** The board with its railroads, unless it is an option. Default: null. */
  board?: HexMap | null;
}

/** What a side controls of the railroads. */
export interface RailControlOutcome {
  /** The railroad hexes that it controls, in the order of the map. */
  controlled: string[];
  /** Those of them that are linked to one of its edges. */
  linked: string[];
}

/** A depot, every unit on the map, and the moment. */
export interface DepotStatusRequest {
  /** The depot, with its marker from before. */
  depot: Depot;
  /** The units of both sides. Default: []. */
  units?: Unit[];
  /** The other depots of both sides. Default: []. */
  others?: Depot[];
  /** When it is looked at. Default: "other". */
  moment?: DepotMoment;
  /** The munitions points that it has spent in this combat phase. Default: 0. */
  spent?: number;
  /** Whether it has served at all in this combat phase, be it in defence, which costs no points. Default: false. */
  used?: boolean;
  /** Whether it was functional when it served; by default whether it is now. Default: null. */
  functional_then?: boolean | null;
  /** The board. Default: null. */
  board?: HexMap | null;
}

export type DepotMoment = "other" | "combat" | "end_of_combat";

/** The status of a depot. */
export interface DepotStatusOutcome {
  /** Whether it is functional. */
  functional: boolean;
  /** What keeps it so; null if it is not. */
  by: SuppliedBy | null;
  /** The hexes of its own supply line, from its hex on. */
  line: string[];
  /** What the line of a convoi costs; null for a railroad depot, whose line may have any length. */
  movement_points: number | null;
  /** Whether its capacity is doubled. */
  doubled: boolean;
  /** The munitions points that it has left in this combat phase, or in the next if none is under way. */
  capacity: number;
  /** Whether it is marked Unsupplied from now on. */
  unsupplied: boolean;
  /** What happened to its marker just now. */
  marker: "placed" | "removed" | "unchanged";
}

export type SuppliedBy = "railroad" | "supply_hex";

/** A depot whose hex was attacked, every unit on the map, and which units advance. */
export interface DepotEliminationRequest {
  /** The depot. */
  depot: Depot;
  /** The units of both sides as the combat has left them; those that advance still where they attacked from. */
  units: Unit[];
  /** The keys of the units that advance into the hex of the depot. Default: []. */
  advancing?: string[];
  /** The day. */
  day: Day;
  /** Whose turn it is; White's comes first. */
  turn: Side;
  /** The other depots of both sides. Default: []. */
  other_depots?: Depot[];
  /** The board. Default: null. */
  board?: HexMap | null;
}

/** What happened to a depot whose hex was attacked. */
export interface DepotEliminationOutcome {
  /** Whether it is eliminated. */
  eliminated: boolean;
  /** The units that lost their Unsupplied marker by it, as they are now. */
  resupplied: Unit[];
  /** The depot that comes in its place, off the map; null if it was not eliminated. */
  returns: Depot | null;
  /** The day of October on which it comes, in its owner's movement phase; null if no turn is left. */
  return_day: number | null;
  /** The edges by which it may come; a railroad depot comes along a railroad. */
  return_edges: MapEdge[];
}

/** A unit, a depot of its side, and every other unit on the map. */
export interface SupplyTraceRequest {
  /** The unit. */
  unit: Unit;
  /** The depot. */
  depot: Depot;
  /** The other units, of both sides. Default: []. */
  others?: Unit[];
  /** The other depots, of both sides. Default: []. */
  other_depots?: Depot[];
  /** The board. Default: null. */
  board?: HexMap | null;
}

/** How far a unit is from a depot. */
export interface SupplyTraceOutcome {
  /** Whether it is within 5 movement points. */
  in_range: boolean;
  /** What the cheapest supply line costs; null if there is none, or if there is no board and the depot is too far whatever lies between. */
  movement_points: number | null;
  /** The hexes of that line, from the unit to the depot. */
  path: string[];
}

/** A combat phase: every unit on the map, the attacks and barrages, and the resupplies. */
export interface MunitionsRequest {
  /** The active player. */
  side: Side;
  /** The units of both sides, as they stand when munitions are assigned. */
  units: Unit[];
  /** The depots of both sides. Default: []. */
  depots?: Depot[];
  /** The attacks and barrages, in the order in which they are carried out. Default: []. */
  actions?: MunitionsAction[];
  /** The resupplies; left out, their owner decides. Default: null. */
  resupply?: Resupply[] | null;
  /** What you know of supply from your own map; it takes the place of a board. Default: null. */
  facts?: SupplyFacts | null;
  /** The keys of the depots that are functional when the phase is over, after all retreats and advances; left out, those that are functional when munitions are assigned. Default: null. */
  functional_at_end?: string[] | null;
  /** The board. Default: null. */
  board?: HexMap | null;
}

/** An attack or a barrage, and how it ended. */
export interface MunitionsAction {
  /** Prepared or Hasty Attack, or barrage. */
  type: ActionType;
  /** The keys of the attackers and their artillery support, or of the one battery or train that barrages. */
  units: string[];
  /** The keys of the units attacked and of those that support them; after a barrage of those that fire back. Default: []. */
  defenders?: string[];
  /** The key of the depot that pays, nothing for none; left out, its owner decides. Default: null. */
  depots?: string[] | null;
  /** Whether the combat was fought, or refused by a defender that slipped away and left the hex without combat units and artillery, or cancelled: the hex had been cleared before, or only vehicles held it. Default: "fought". */
  happened?: "fought" | "refused" | "cancelled";
  /** The steps that the enemy lost in the assault, surrendered ones too. Default: 0. */
  assault_losses?: number;
  /** The keys of the attackers that advanced after the assault. Default: []. */
  advanced?: string[];
}

export type ActionType = "prepared" | "hasty" | "barrage";

/** The resupply of a unit. */
export interface Resupply {
  /** The key of the unit. */
  unit: string;
  /** The key of the depot. */
  depot: string;
}

/** What you know of supply without a board; whatever is not listed here is false. */
export interface SupplyFacts {
  /** Which units are within range of which depot. Default: []. */
  ranges?: InRange[];
  /** The keys of the functional depots. Default: []. */
  functional?: string[];
  /** The keys of the railroad depots whose capacity is doubled. Default: []. */
  doubled?: string[];
  /** The keys of the armoured trains that are linked to a friendly edge. Default: []. */
  linked?: string[];
}

/** The units within range of a depot. */
export interface InRange {
  /** The key of the depot. */
  depot: string;
  /** The keys of the units within 5 movement points of it. Default: []. */
  units?: string[];
}

/** Munitions after a combat phase. */
export interface MunitionsOutcome {
  /** The key of the depot that paid, action by action; "" for none. */
  paid_by: string[];
  /** The points of the depots of the active player. */
  points: DepotPoints[];
  /** The keys of the units that became Unsupplied, in listed order. */
  marked: string[];
  /** The keys of those that lost their marker, in listed order. */
  freed: string[];
  /** The units whose marker came or went, as they are now, in listed order. */
  units: Unit[];
  /** The depots that are marked Unsupplied at the end of the phase, with their new states: those that served without being functional, and are not functional then either. */
  depots: Depot[];
  /** The depots that lost their Unsupplied marker, with their new states: they can supply units again from the end of the phase. */
  depots_freed: Depot[];
}

/** The munitions points of a depot. */
export interface DepotPoints {
  /** Its key. */
  depot: string;
  /** Those that it had at the beginning. */
  capacity: number;
  /** Those that it has left. */
  left: number;
  /** Those of them that came back from attacks which were cancelled. Default: 0. */
  refunded?: number;
}

/** A side at the beginning of its recruitment step. */
export interface RecruitIncomeRequest {
  /** The side. */
  side: Side;
  /** The day. */
  day: Day;
  /** The recruit points that it has saved. Default: 0. */
  saved?: number;
  /** Whether it controls Orel: see `controls_orel`. Default: false. */
  controls_orel?: boolean;
  /** Its prisoners. Default: 0. */
  prisoners?: number;
  /** Whether that event has cost it points of this income. Default: false. */
  civil_exactions?: boolean;
  /** The scenario. Default: "historical". */
  scenario?: ScenarioName;
}

/** The recruit points of a side after its income. */
export interface RecruitIncomeOutcome {
  /** What it has. */
  points: number;
  /** What it lost because no more than 12 are kept. */
  points_lost: number;
  /** The prisoners that it has left. */
  prisoners: number;
}

/** A side with recruit points to spend. */
export interface RecruitSpendRequest {
  /** The side. */
  side: Side;
  /** Its recruit points. */
  points: number;
  /** What it spends them on. */
  orders: (RecoverSteps | CreateBattalion)[];
  /** The units of both sides, including battalions that do not exist yet or any more; these are in no hex. */
  units: Unit[];
  /** The keys of its units in no hex that exist: driven off the map, or created and still to enter. Default: []. */
  off_map?: string[];
  /** The depots of both sides; which of the side's own are functional the board tells. Default: []. */
  depots?: Depot[];
  /** Whether it uses that event, by which a battalion costs 1 point. Default: false. */
  workers_detachment?: boolean;
  /** The board, unless the orders say what is in range and linked. Default: null. */
  board?: HexMap | null;
}

/** An order to restore steps to a unit, for a recruit point each. */
export interface RecoverSteps {
  kind: "recover_steps";
  /** The key of the unit. */
  unit: string;
  /** How many. */
  steps: number;
  /** Whether it is within 5 movement points of a functional depot; null to find out on the board. Default: null. */
  in_range?: boolean | null;
}

/** An order to create a battalion of recruits. */
export interface CreateBattalion {
  kind: "create_battalion";
  /** The key of the battalion. */
  unit: string;
  /** The hex of the station at which it appears; null if it is to enter by a friendly edge of the board in the movement phase. Default: null. */
  station?: string | null;
  /** Whether that is a railroad station which the side controls and from which controlled railroad leads to its edge of the board; null to find out on the board. Default: null. */
  linked?: boolean | null;
}

/** What recruit points were spent on. */
export interface RecruitSpendOutcome {
  /** The recruit points left. */
  points: number;
  /** The units that recovered steps, with their new states, in the order of the orders. */
  units: Unit[];
  /** The battalions created, likewise; in no hex if they are still to enter. */
  battalions: Unit[];
}

/** Losses of the captor's enemy. */
export interface PrisonersRequest {
  /** In what they were suffered. */
  cause: CaptureCause;
  /** The units that surrendered. Default: []. */
  surrendered?: LostUnit[];
  /** The units that losses eliminated; of an assault or a pursuit. Default: []. */
  eliminated?: LostUnit[];
  /** The steps that losses took, those of eliminated units included; of a pursuit. Default: 0. */
  steps_lost?: number;
  /** Whether losses left no enemy combat unit and no battery; of an assault or a pursuit. Default: false. */
  wiped_out?: boolean;
  /** Whether the captor won the assault. Default: true. */
  won?: boolean;
}

export type CaptureCause = "retreat_or_rout" | "assault" | "pursuit" | "pursuit_of_rout" | "barrage";

/** A unit that a side lost. */
export interface LostUnit {
  /** The kind of unit. */
  type: UnitType;
  /** The steps that it still had when it was lost. Default: 1. */
  steps?: number;
}

/** What the captor gains. */
export interface PrisonersOutcome {
  /** How far the captor's marker for prisoners moves up. */
  prisoners: number;
}

/** A side in the command step of its turn. */
export interface CommandRequest {
  /** The side. */
  side: Side;
  /** The day. */
  day: Day;
  /** The units of both sides. */
  units: Unit[];
  /** The depots of both sides; lines of command do not pass those of the enemy. Default: []. */
  depots?: Depot[];
  /** The main bodies of the side after its last check; none before the first. Default: []. */
  former?: MainBody[];
  /** The keys of the units of the side that come in this turn. Default: []. */
  arrivals?: string[];
  /** The formations, in a battle of your own; left out, those of the order of battle. Default: null. */
  formations?: Formation[] | null;
  /** Which formations may command units of others there; likewise. Default: null. */
  exceptions?: CommandException[] | null;
  /** The board, if it is not the printed extent. Default: null. */
  board?: HexMap | null;
}

/** The main body of a formation. */
export interface MainBody {
  /** The formation. */
  formation: string;
  /** The keys of the units that make it, in alphabetical order. */
  units: string[];
}

/** Formations that may command units which are not theirs. */
export interface CommandException {
  /** The units. */
  units: string[];
  /** The formations, any of which may command them, beside their own. */
  formations: string[];
  /** The first day on which that holds. Default: 15. */
  from_day?: Day;
}

/** Which units are in command until the next check of the side. */
export interface CommandOutcome {
  /** The main bodies, in the order of their formations; needed for the next check. */
  main_bodies: MainBody[];
  /** The status of every unit of the side that is on the map or arrives, in listed order. */
  statuses: CommandStatus[];
  /** The units that gain or lose the mark, with their new states. */
  units: Unit[];
}

/** Whether a unit is in command, and why. */
export interface CommandStatus {
  /** The key of the unit. */
  unit: string;
  /** Whether it is. */
  in_command: boolean;
  /** Why, or why not. */
  reason: CommandReason;
  /** The formation that commands it; "" for none. */
  commander: string;
  /** How far the nearest unit of a main body is that could command it, in hexes, where that decides; null if no line of command leads to any. */
  distance: number | null;
}

export type CommandReason =
  | "main_body"
  | "near_main_body"
  | "vehicle"
  | "arrival"
  | "outside_main_body"
  | "out_of_reach"
  | "no_main_body";

/** A unit out of command that wants to attack, or to enter an enemy zone of control, in its movement phase. */
export interface OutOfCommandRequest {
  /** Its troop quality now. */
  tq: number;
  /** Whether it is in an enemy zone of control, not counting zones that staying friendly units negate. */
  in_zoc: boolean;
  /** What it wants: to pay for an attack, or to step into a hex in an enemy zone of control. */
  wants: "attack" | "enter_zoc";
  /** How the check went that it made earlier in this phase, if it made one. Default: "none". */
  earlier?: "none" | "passed" | "failed";
}

/** What a unit out of command may do. */
export interface OutOfCommandOutcome {
  /** Whether it may do what it wanted. */
  allowed: boolean;
  /** How its check stands for the rest of the phase: none was made, it was passed, or it was failed. */
  check: "none" | "passed" | "failed";
  /** What it may do about enemies as long as it stays where it is. */
  may: Deed[];
}

export type Deed = "attack" | "enter_zoc" | "enter_free_hex" | "stay";

/** A side in the step of random events of its turn. */
export interface EventRequest {
  /** The active player. */
  side: Side;
  /** The day. */
  day: Day;
  /** The units of that side; those off the map cannot be hit, and neither can those of no formation. Default: []. */
  units?: Unit[];
  /** The recruit points that the side has saved. Default: 0. */
  recruit_points?: number;
}

/** A random event. */
export interface EventOutcome {
  /** The event. */
  event:
    | "not_played"
    | "nothing_happens"
    | "desertion"
    | "defeatist_rumours"
    | "civil_exactions"
    | "munitions_astray"
    | "footsore"
    | "volunteers"
    | "munitions_train"
    | "leader_in_the_front_line"
    | "good_intelligence"
    | "workers_detachment"
    | "officers_charge";
  /** Whether it is suffered or controlled, or nothing happens. */
  kind: EventKind;
  /** The recruit points that the active player has saved afterwards. */
  recruit_points: number;
  /** The formation that it hits; "" for none. */
  formation: string;
  /** What it changes, and until when. */
  effects: EventEffect[];
  /** The units that it changes at once, with their new states. */
  units: Unit[];
}

export type EventKind = "none" | "suffered" | "controlled";

/** Something that an event changes. */
export interface EventEffect {
  /** What. */
  on: EffectOn;
  /** By how much. */
  amount: number;
  /** When. Default: "at_once". */
  time?: EffectTime;
  /** The keys of the units that it hits, in alphabetical order; none where it hits no unit of its own. Default: []. */
  units?: string[];
  /** The end of the effect, or of the time to use it; null where it holds at once or in the next recruitment. Default: null. */
  until?: TurnEnd | null;
}

export type EffectOn =
  | "steps"
  | "supply"
  | "movement_points"
  | "cohesion_and_morale_checks"
  | "recruit_points"
  | "battalion_cost"
  | "depot_capacity"
  | "cohesion_check_of_side"
  | "retreat_before_combat_die"
  | "barrage_observation"
  | "assault_roll_when_attacking";

export type EffectTime = "at_once" | "next_recruitment" | "until" | "once_until";

/** The end of a player turn. */
export interface TurnEnd {
  /** Whose turn. */
  side: Side;
  /** On which day of October. */
  day: number;
}

/** A battery or a train that fires at one enemy unit. */
export interface BarrageRequest {
  /** The battery or train. */
  firer: Firer;
  /** The key of the unit fired at. */
  target: string;
  /** Its hex, with every unit and depot in it. */
  hex: TargetHex;
  /** Whether a unit of the firer's side, perhaps the firer, stood next to the target when the movement phase of that side began. Default: true. */
  observed?: boolean;
  /** Whether an attack on the hex has been declared and not been withdrawn. Default: false. */
  under_attack?: boolean;
  /** Whether this answers a barrage of the target, the check for it passed. Default: false. */
  counterbattery?: boolean;
  /** Whether Defeatist Rumours have reached the target. Default: false. */
  defeatist_rumours?: boolean;
  /** The board, for its extent. Default: null. */
  board?: HexMap | null;
}

/** A battery or a train that is to fire. */
export interface Firer {
  /** The battery or train. */
  unit: Unit;
  /** How far the target, or the attacked hex, is from it, in hexes; by default measured. Default: null. */
  distance?: number | null;
  /** What it has done with its fire in this phase before. Default: "none". */
  fired?: FireUse;
}

export type FireUse = "none" | "barrage" | "counterbattery" | "support";

/** The hex of a target, with every unit and depot in it. */
export interface TargetHex {
  /** The units in it. Default: []. */
  units?: Unit[];
  /** The depots in it. Default: []. */
  depots?: Depot[];
  /** Its ground. Default: { "terrains": [ "clear" ], "across_river": false }. */
  cover?: Cover;
}

/** What a barrage did. */
export interface BarrageOutcome {
  /** The unit fired at, with the steps that it has left; null if it is destroyed. */
  target: Unit | null;
  /** The steps that it lost. */
  steps_lost: number;
  /** What happens to it: ``stays`` if it need not check, ``passed`` if it does and nothing follows, ``retreat``, ``rout``, ``surrender`` or ``eliminated``. */
  result: Result;
  /** What happens to the other units of its hex, in listed order. */
  others: UnitResult[];
}

/** The batteries and trains of the reactive player that answer barrages, all their targets named. */
export interface CounterbatteryRequest {
  /** Each firer with its target, in the order in which they throw. */
  fires: CounterbatteryFire[];
  /** The hexes of the targets, each with every unit and depot in it. */
  hexes: TargetHex[];
  /** The keys of the targets that Defeatist Rumours have reached. Default: []. */
  defeatist_rumours?: string[];
  /** The board, for its extent. Default: null. */
  board?: HexMap | null;
}

/** A battery or a train and the enemy whose barrage it answers. */
export interface CounterbatteryFire {
  /** The battery or train. */
  firer: Firer;
  /** The key of the enemy. */
  target: string;
}

/** What counterbattery fire did. */
export interface CounterbatteryOutcome {
  /** How each battery and train fared, in listed order. */
  results: CounterbatteryResult[];
  /** The keys of those that get a Barrage marker: they support no combat in this phase. */
  marked: string[];
}

/** How one battery or train fared. */
export interface CounterbatteryResult {
  /** Which. */
  key: string;
  /** How its fire ended. */
  answer: Answer;
  /** What its fire did; null unless it was resolved. */
  barrage: BarrageOutcome | null;
}

export type Answer = "failed" | "resolved" | "void" | "waiting";

/** The batteries and trains of one side that support one combat. */
export interface SupportCoordinationRequest {
  /** They, in the order in which they throw. */
  supports: Firer[];
  /** Whether they support the attacker or the defender. Default: "offensive". */
  role?: SupportRole;
  /** Prepared or Hasty Attack. Default: "prepared". */
  attack_type?: AttackType;
  /** The attacked hex, to which ranges are counted. Default: null. */
  target?: string | null;
  /** The hexes that the attack comes from; they matter to defensive support out of command. Default: []. */
  attacking?: string[];
  /** The units of their side that take part in the combat; if none are given, formations and divisions are not checked. Default: []. */
  supported?: Unit[];
  /** The day; it matters to some Red cavalry alone. Default: 15. */
  day?: Day;
  /** Which formations may command and help units that are not their own; null for those of the book. Default: null. */
  exceptions?: CommandException[] | null;
  /** The board, for its extent. Default: null. */
  board?: HexMap | null;
}

export type SupportRole = "offensive" | "defensive";

/** What the supports of one side add to a combat. */
export interface SupportCoordinationOutcome {
  /** What each of them adds, in listed order. */
  supports: SupportFigure[];
  /** All together. */
  total: number;
}

/** What one battery or train adds to a combat. */
export interface SupportFigure {
  /** Which. */
  key: string;
  /** Whether its check succeeded. */
  coordinated: boolean;
  /** What it adds. */
  fire: number;
}

/** A train and a combat. */
export interface TrainContactRequest {
  /** The train, in its hex. */
  train: Unit;
  /** The attacked hex. */
  target: string;
  /** The hexes that the attack comes from. */
  attacking: string[];
  /** Whether the side of the train attacks. Default: true. */
  attacks?: boolean;
  /** The next hexes along the railroad from the train's; by default those on the board. Default: null. */
  next_hexes?: string[] | null;
  /** What it has done with its fire in this phase. Default: "none". */
  fired?: FireUse;
  /** The board with its railroads, unless it is an option. Default: null. */
  board?: HexMap | null;
}

/** Whether a train may enter into contact. */
export interface TrainContactOutcome {
  /** Whether it may. */
  may_enter: boolean;
  /** Everything that keeps it from doing so. */
  bars: ContactBar[];
}

export type ContactBar = "unsupplied" | "fired" | "elsewhere" | "railroad";

/** A train that attacks a train. */
export interface TrainDuelRequest {
  /** The attacking train. */
  attacker: Unit;
  /** The attacked train. */
  defender: Unit;
  /** The day. */
  day: Day;
  /** Whether the attacking train has attacked a train in this phase already. Default: false. */
  again?: boolean;
  /** Every other unit, of both sides; without hexes, those in the hex of the attacked train. Default: []. */
  others?: Unit[];
  /** The depots of both sides; without hexes, those in the hex of the attacked train. Default: []. */
  depots?: Depot[];
  /** The board with its railroads, unless it is an option. Default: null. */
  board?: HexMap | null;
}

/** How a train fared against a train. */
export interface TrainDuelOutcome {
  /** Which side won. */
  winner: "attacker" | "defender" | "neither";
  /** The attacking train after the duel, in its new hex; null if it is gone. */
  attacker: Unit | null;
  /** The attacked train likewise. */
  defender: Unit | null;
  /** The key of a train that is gone for good. */
  destroyed: string[];
  /** The key of a train that must fall back one hex and, with no board, has not been moved. */
  falls_back: string[];
  /** A train that comes back repaired, as a reinforcement on its railroad. */
  returning: Unit | null;
  /** The day on which it comes back; days past the end of the game are never. */
  returns: number | null;
  /** The hex on a friendly edge where its railroad leaves the map, of several the nearest; null where no board is given, or no railroad leads there. */
  returns_at: string | null;
  /** The keys of enemy depots that fall because the attacking train goes forward into their hex; `orel.depot_elimination` tells what they leave. */
  depots_eliminated: string[];
}

/** A train attacked by combat units that must leave its hex, or whose stack is gone. */
export interface TrainCaptureRequest {
  /** The train, with whether it is in contact. */
  train: Unit;
  /** Whether it had friendly units with it and all of them are eliminated or have surrendered; else it must retreat, alone or with its stack. Default: false. */
  stack_eliminated?: boolean;
  /** Whether an attacking combat unit enters its hex. Default: true. */
  attacker_enters?: boolean;
  /** Whether the railroad leads on to a hex without an enemy; by default as the board and the enemies have it. Default: null. */
  can_leave?: boolean | null;
  /** The enemy units on the map. Default: []. */
  enemies?: Unit[];
  /** The depots of both sides. Default: []. */
  depots?: Depot[];
  /** The board with its railroads, unless it is an option. Default: null. */
  board?: HexMap | null;
}

/** What happens to a train that is driven from its hex, or left alone in it. */
export interface TrainCaptureOutcome {
  /** Captured; ``falls_back``, still to be carried out; or ``stays``, because no unit enters its hex. */
  result: "captured" | "falls_back" | "stays";
  /** How many hexes it falls back. */
  hexes: 0 | 1 | 2;
  /** The train in the captor's colours, usable from the captor's next turn; null unless it is captured. */
  captured: Unit | null;
}

/** Cavalry that has just advanced into a hex, and the units that fled from it. */
export interface PursuitRequest {
  /** What lies around; its hex is the one that was attacked and is entered now. */
  field: Battlefield;
  /** The units that have just advanced, in that hex. */
  pursuers: Unit[];
  /** All units of the other side that are left of those that defended the hex, where they are now. */
  fugitives: Unit[];
  /** The ways by which they got there. */
  ways: Way[];
  /** The hex with fugitives that is assaulted; left out, the attacker decides. Default: null. */
  target?: string | null;
}

/** What lies around a combat and stays as it is. */
export interface Battlefield {
  /** The attacked hex. */
  hex: string;
  /** The side that attacks. */
  attacker: Side;
  /** Prepared or Hasty Attack. Default: "prepared". */
  attack_type?: AttackType;
  /** Every unit on the board that has no part in the combat, of both sides. Default: []. */
  others?: Unit[];
  /** The depots of both sides. Default: []. */
  depots?: Depot[];
  /** The ground of the attacked hex. Default: { "terrains": [ "clear" ], "across_river": false }. */
  cover?: Cover;
  /** The hexes with attacks that are resolved after this one. Default: []. */
  under_attack?: string[];
  /** The entry zones that still bar the enemy. Default: []. */
  entry_zones?: EntryZone[];
  /** What is known of munitions. Default: { "short": [], "resupply": [] }. */
  munitions?: CombatMunitions;
  /** The random events that change its dice. Default: as the library has it. */
  events?: CombatEvents;
  /** Whether the attacker assaults if that is possible; null leaves it to the choice. Default: null. */
  assault?: boolean | null;
  /** The day. Default: 15. */
  day?: Day;
  /** Which formations may command and help units that are not their own; null for those of the book. Default: null. */
  exceptions?: CommandException[] | null;
  /** The map. Default: null. */
  board?: HexMap | null;
}

/** What is known of munitions before a combat; without it no unit gains or loses a marker by the combat. */
export interface CombatMunitions {
  /** The keys of the units of both sides, supports among them, that fight without a depot's munitions and are Unsupplied afterwards. Default: []. */
  short?: string[];
  /** The keys of the Unsupplied attackers in range of the depot that paid, which get the munitions if the defender slips away. Default: []. */
  resupply?: string[];
}

/** The random events that change dice of a combat. */
export interface CombatEvents {
  /** The keys of the units of both sides that Defeatist Rumours have reached. Default: []. */
  defeatist_rumours?: string[];
  /** Which sides use a Leader in the front line in the cohesion check. Default: []. */
  leader_in_the_front_line?: Role[];
  /** Whether the attacker uses an Officers' charge in the assault. Default: false. */
  officers_charge?: boolean;
  /** Whether the defender uses Good intelligence in a retreat before combat. Default: false. */
  good_intelligence?: boolean;
}

/** What a pursuit has left. */
export interface PursuitOutcome {
  /** The hex assaulted; "" if there was no pursuit. */
  hex: string;
  /** Which side lost the assault; null without one. */
  loser: Role | null;
  /** The pursuers and the fugitives as they are now, the pursuers first, each side by key. */
  units: Unit[];
  /** The keys of the pursuers that entered the hex. */
  advanced: string[];
  /** Where in Orel they are, if they entered it. */
  location: OrelLocation | null;
  /** The steps that the fugitives lost, surrendered ones too. */
  losses: number;
  /** The keys of units that are gone without being captured, in alphabetical order. */
  eliminated: string[];
  /** The keys of units that surrendered, likewise. */
  surrendered: string[];
  /** The trains that were captured, in the captor's colours. */
  captured: Unit[];
  /** Units that were driven off the map, and from where. */
  exits: Exit[];
  /** The prisoners that the pursuer takes. */
  prisoners: number;
  /** Those that the attacker loses. */
  prisoners_lost: number;
}

/** A unit that was driven off the map. */
export interface Exit {
  /** Which unit. */
  key: string;
  /** The hex from which it left. */
  hex: string;
}

/** An attack on a hex, with everything around it. */
export interface CombatRequest {
  /** The attacked hex. */
  hex: string;
  /** The units that attack, where they stand: combat units, and vehicles with them. */
  attackers: Unit[];
  /** Every unit in the attacked hex; none if only depots are there. */
  defenders: Unit[];
  /** Prepared or Hasty Attack. Default: "prepared". */
  attack_type?: AttackType;
  /** The keys of the batteries and trains, among the others, that support the attack, in the order in which they throw. Default: []. */
  attacker_supports?: string[];
  /** Those of the defender, among the defenders and the others. Default: []. */
  defender_supports?: string[];
  /** Every other unit on the board, of both sides. Default: []. */
  others?: Unit[];
  /** The depots of both sides. Default: []. */
  depots?: Depot[];
  /** The keys of defenders that fled into the hex in this phase: they have no part in the combat. Default: []. */
  joined?: string[];
  /** The ground of the attacked hex; left out, that of the board, and without a board open ground. Default: null. */
  cover?: Cover | null;
  /** Where in Orel the defenders are, should they be there. Default: "suburbs". */
  location?: OrelLocation;
  /** The hexes with attacks that are resolved after this one. Default: []. */
  under_attack?: string[];
  /** The entry zones that still bar the enemy. Default: []. */
  entry_zones?: EntryZone[];
  /** What is known of munitions. Default: { "short": [], "resupply": [] }. */
  munitions?: CombatMunitions;
  /** The random events that change dice of the combat. Default: as the library has it. */
  events?: CombatEvents;
  /** Whether the defender attempts to retreat before combat; null leaves it to the choice. Default: null. */
  attempt?: boolean | null;
  /** Whether the attacker assaults if that is possible; null leaves it to the choice. Default: null. */
  assault?: boolean | null;
  /** The day. Default: 15. */
  day?: Day;
  /** Which formations may command and help units that are not their own; null for those of the book. Default: null. */
  exceptions?: CommandException[] | null;
  /** The map; by default the option's. Default: null. */
  board?: HexMap | null;
}

/** What a whole combat has left. */
export interface CombatOutcome {
  /** How far it went. */
  ended: Ending;
  /** Which side lost the assault; null where there was none. */
  loser: Role | null;
  /** Whether no defender holds the hex any more. */
  cleared: boolean;
  /** The units of both sides that had a part in it and those that lost or gained a marker by it, as they are now: the attacker's first, each side by key. */
  units: Unit[];
  /** The keys of the attackers that entered the hex, in the order in which they did. */
  advanced: string[];
  /** Where in Orel they are, if they entered it. */
  location: OrelLocation | null;
  /** The hex of the fugitives that cavalry pursued; "" for none. */
  pursued: string;
  /** The keys of units that are gone without being captured, in alphabetical order. */
  eliminated: string[];
  /** The keys of units that surrendered, likewise. */
  surrendered: string[];
  /** The trains that were captured, in the captor's colours, where they were. */
  captured: Unit[];
  /** The keys of depots that fell. */
  depots_eliminated: string[];
  /** The depots that come in their place. */
  returns: DepotReturn[];
  /** Units that were driven off the map, and from where; among the units they have no hex. */
  exits: Exit[];
  /** The keys of units that fled into a hex whose attack is still to come: they have no part in it. */
  joins: string[];
  /** The prisoners that the attacker takes. */
  attacker_prisoners: number;
  /** Those that the defender takes. */
  defender_prisoners: number;
  /** What happens to the munitions allocated to the attack. */
  munitions: MunitionsFate;
  /** The steps that the defender lost in the assault, a pursuit included. */
  assault_losses: number;
  /** The keys of the attackers that advanced after an assault and share the spoils. */
  after_assault: string[];
}

export type Ending = "depots_alone" | "vehicles_alone" | "refused" | "cleared" | "not_assaulted" | "assaulted";

/** A depot that comes in place of one that fell. */
export interface DepotReturn {
  /** The depot, off the map. */
  depot: Depot;
  /** The day of October on which it comes, in its owner's movement phase; null if no turn is left. Default: null. */
  day?: number | null;
}

/** A combat before its cohesion checks. */
export interface CombatCohesionRequest {
  /** The battlefield. */
  field: Battlefield;
  /** The combat so far, its charges decided. */
  course: Course;
  /** The keys of the batteries defending without a combat unit that passed their coordination check. Default: []. */
  coordinated?: string[];
}

/** Which units are in a combat, and what happened to the others so far. */
export interface Course {
  /** The attackers still in it; repulsed units are among them and marked so. */
  attackers: Unit[];
  /** The defenders still in the hex. */
  defenders: Unit[];
  /** Units stacked with attackers that do not attack. Default: []. */
  bystanders?: Unit[];
  /** Units that fled into the attacked hex before; they have no part in the combat. Default: []. */
  joined?: Unit[];
  /** Units of both sides that are out of it, as they are now: fallen back, or routed where they are. Default: []. */
  away?: Unit[];
  /** The ways of the defenders that have fallen back. Default: []. */
  ways?: Way[];
  /** The keys of attackers that retreated or routed, even where they could not go. Default: []. */
  forced_back?: string[];
  /** Those that were driven off the map. Default: []. */
  exits?: Exit[];
  /** The keys of units that are gone without a prisoner. Default: []. */
  eliminated?: string[];
  /** The keys of units that surrendered. Default: []. */
  surrendered?: string[];
  /** The prisoners that the attacker has taken. Default: 0. */
  attacker_prisoners?: number;
  /** Those that the defender has taken. Default: 0. */
  defender_prisoners?: number;
  /** The fire support of the attacker. Default: 0. */
  attacker_support?: number;
  /** That of the defender. Default: 0. */
  defender_support?: number;
  /** Whether artillery or a train supports the attacker, whatever it adds. Default: false. */
  attacker_supported?: boolean;
  /** The same of the defender. Default: false. */
  defender_supported?: boolean;
}

/** A combat after its cohesion checks. */
export interface CombatAssaultRequest {
  /** The battlefield. */
  field: Battlefield;
  /** The combat so far. */
  course: Course;
}

/** Both sides on the map, and what they have declared. */
export interface CombatPhaseRequest {
  /** The active player. */
  side: Side;
  /** The units of both sides. */
  units: Unit[];
  /** The depots of both sides. Default: []. */
  depots?: Depot[];
  /** Attacks, barrages, and answers to them. */
  orders: Orders;
  /** The resupplies; left out, the active player decides. Default: null. */
  resupply?: Resupply[] | null;
  /** What you know of supply from your own map; it takes the place of a board. Default: null. */
  facts?: SupplyFacts | null;
  /** The entry zones that still bar the enemy. Default: []. */
  entry_zones?: EntryZone[];
  /** The keys of the units of both sides that Defeatist Rumours have reached. Default: []. */
  defeatist_rumours?: string[];
  /** The day. Default: 15. */
  day?: Day;
  /** Which formations may command and help units that are not their own; null for those of the book. Default: null. */
  exceptions?: CommandException[] | null;
  /** The map; by default the option's. Default: null. */
  board?: HexMap | null;
}

/** Everything declared for a combat phase. */
export interface Orders {
  /** The attacks, in the order in which they are resolved unless the active player decides otherwise. Default: []. */
  attacks?: Attack[];
  /** The barrages, all their targets named, in the order in which they are fired. Default: []. */
  barrages?: BarrageOrder[];
  /** The answers to them, likewise. Default: []. */
  counterbattery?: CounterbatteryOrder[];
  /** The ground of hexes that are attacked or fired at, where no board tells it; others are open. Default: []. */
  grounds?: Ground[];
  /** Where in Orel the defenders are, should they be there. Default: "suburbs". */
  location?: OrelLocation;
}

/** An attack that has been declared. */
export interface Attack {
  /** The attacked hex. */
  hex: string;
  /** The keys of the units that attack. */
  units: string[];
  /** Prepared or Hasty Attack. Default: "prepared". */
  type?: AttackType;
  /** The keys of the batteries and trains that support it, in the order in which they throw. Default: []. */
  supports?: string[];
  /** The key of the depot that pays, nothing for none; left out, its owner decides. Default: null. */
  depots?: string[] | null;
  /** The keys of the batteries and trains that the defender has announced in support of the hex. Default: []. */
  defending?: string[];
  /** Which sides use a Leader in the front line in the cohesion check of this attack. Default: []. */
  leader_in_the_front_line?: Role[];
  /** Whether the attacker uses an Officers' charge in the assault of this attack. Default: false. */
  officers_charge?: boolean;
  /** Whether the defender uses Good intelligence in a retreat before it. Default: false. */
  good_intelligence?: boolean;
}

/** A barrage of the active player. */
export interface BarrageOrder {
  /** The key of the battery or train. */
  unit: string;
  /** The key of the enemy unit fired at. */
  target: string;
  /** The key of the depot that pays, nothing for none; left out, its owner decides. Default: null. */
  depots?: string[] | null;
  /** Whether one of the firer's side stood next to the target when the movement phase began. Default: true. */
  observed?: boolean;
}

/** A battery or a train of the reactive player that answers a barrage. */
export interface CounterbatteryOrder {
  /** The key of the battery or train. */
  unit: string;
  /** The key of the enemy that has made a barrage. */
  target: string;
}

/** The ground of a hex, where no board tells it. */
export interface Ground {
  /** The hex. */
  hex: string;
  /** What it gives. */
  cover: Cover;
}

/** All units and depots after a combat phase. */
export interface CombatPhaseOutcome {
  /** The units of both sides that are left, as they are now, in listed order. */
  units: Unit[];
  /** The depots that are left, likewise. */
  depots: Depot[];
  /** How the attacks ended, in the order in which they were resolved. */
  attacks: AttackReport[];
  /** The munitions points of the depots of the active player. */
  points: DepotPoints[];
  /** The keys of units that are gone without being captured. */
  eliminated: string[];
  /** The keys of units that surrendered. */
  surrendered: string[];
  /** The keys of trains that were captured; they are among the units, in the captor's colours. */
  captured: string[];
  /** The keys of depots that fell. */
  depots_eliminated: string[];
  /** The depots that come in their place. */
  returns: DepotReturn[];
  /** Units that were driven off the map, and from where; among the units they have no hex. */
  exits: Exit[];
  /** Where in Orel the active player's units are: where those chose that entered it, or the suburbs if one attacked out of it. */
  location: OrelLocation | null;
  /** The Red infantry and cavalry units lost. */
  red_lost: number;
  /** The White ones. */
  white_lost: number;
  /** The prisoners that Red has taken. */
  red_prisoners: number;
  /** Those that White has taken. */
  white_prisoners: number;
}

/** How an attack ended. */
export interface AttackReport {
  /** Which, counted from 1 as declared. */
  number: number;
  /** The attacked hex. */
  hex: string;
  /** How far it went. */
  ended: AttackEnding;
  /** Which side lost the assault; null where there was none. Default: null. */
  loser?: Role | null;
  /** The keys of the attackers that entered the hex. Default: []. */
  advanced?: string[];
  /** Where in Orel they are, if they entered it. Default: null. */
  location?: OrelLocation | null;
}

export type AttackEnding =
  | "depots_alone"
  | "vehicles_alone"
  | "refused"
  | "cleared"
  | "not_assaulted"
  | "assaulted"
  | "cancelled";

/** A combat phase after its fire, with the attacks that are left. */
export interface PhaseCombatsRequest {
  /** All units and depots so far. */
  state: PhaseState;
  /** The attacks that are left. Default: []. */
  attacks?: PlannedAttack[];
  /** The munitions points of the active player's depots. Default: []. */
  points?: DepotPoints[];
  /** The keys of the depots that were functional when they served. Default: []. */
  functional?: string[];
  /** What is known of supply, in place of a board. Default: null. */
  facts?: SupplyFacts | null;
  /** The entry zones that still bar the enemy. Default: []. */
  entry_zones?: EntryZone[];
  /** The keys of the units that Defeatist Rumours have reached. Default: []. */
  defeatist_rumours?: string[];
  /** Where in Orel the defenders are, should they be there. Default: "suburbs". */
  location?: OrelLocation;
  /** The day. Default: 15. */
  day?: Day;
  /** Which formations may command and help units that are not their own; null for those of the book. Default: null. */
  exceptions?: CommandException[] | null;
  /** The map. Default: null. */
  board?: HexMap | null;
}

/** All units and depots in a combat phase so far. */
export interface PhaseState {
  /** The active player. */
  side: Side;
  /** The units of both sides that are left. */
  units: Unit[];
  /** The depots that are left. Default: []. */
  depots?: Depot[];
  /** The keys of units that fled into hexes whose attack is still to come. Default: []. */
  joined?: string[];
  /** The keys of the depots that have served. Default: []. */
  used?: string[];
  /** The keys of the depots that lost their Unsupplied marker in this phase, and supply nobody in it. Default: []. */
  recovered?: string[];
  /** Where in Orel the active player's units are, by what they did in this phase; null if it does not say. Default: null. */
  location?: OrelLocation | null;
  /** The keys of depots, once for each point that came back to them. Default: []. */
  refunds?: string[];
  /** How the attacks ended, in the order in which they were resolved. Default: []. */
  attacks?: AttackReport[];
  /** The keys of units that are gone without being captured. Default: []. */
  eliminated?: string[];
  /** The keys of units that surrendered. Default: []. */
  surrendered?: string[];
  /** The keys of trains that were captured. Default: []. */
  captured?: string[];
  /** The keys of depots that fell. Default: []. */
  depots_eliminated?: string[];
  /** The depots that come in their place. Default: []. */
  returns?: DepotReturn[];
  /** Units that were driven off the map, and from where. Default: []. */
  exits?: Exit[];
  /** The Red infantry and cavalry units lost. Default: 0. */
  red_lost?: number;
  /** The White ones. Default: 0. */
  white_lost?: number;
  /** The prisoners that Red has taken. Default: 0. */
  red_prisoners?: number;
  /** Those that White has taken. Default: 0. */
  white_prisoners?: number;
}

/** An attack with what is known before the combats begin. */
export interface PlannedAttack {
  /** Which, counted from 1 as declared. */
  number: number;
  /** The attack. */
  attack: Attack;
  /** The ground of its hex. */
  cover: Cover;
  /** The keys of the units that defended the hex when the combats began. Default: []. */
  originals?: string[];
  /** The key of the depot that pays; "" for none. Default: "". */
  payer?: string;
  /** The munitions points that it pays. Default: 0. */
  cost?: number;
  /** The keys of the depots that serve the defenders. Default: []. */
  suppliers?: string[];
  /** Which units fight without, and which may be resupplied. */
  munitions: CombatMunitions;
}

/** A unit or depot that moves along a path, or stays, and what it does at the end. */
export interface MovementRequest {
  /** The unit that moves; leave it out for a depot. Default: null. */
  unit?: Unit | null;
  /** The depot that moves; leave it out for a unit. Default: null. */
  depot?: Depot | null;
  /** The other units on the map, of both sides. Default: []. */
  others?: Unit[];
  /** The other depots on the map, of both sides. Default: []. */
  depots?: Depot[];
  /** The keys of units of its side that do not move in the whole phase and are committed to that. Default: []. */
  staying?: string[];
  /** The keys of units and depots of its side that have moved in this phase. Default: []. */
  moved?: string[];
  /** Whether it makes a Marching Day, declared before it moves. Default: false. */
  marching_day?: boolean;
  /** How its check went, if it is out of command and made one in this phase. Default: "none". */
  command_check?: "none" | "passed" | "failed";
  /** How many movement points less it has, on the turn on which it enters the map. Default: 0. */
  penalty?: number;
  /** What it has paid before, as for the hex by which it enters the map; if anything, it has moved. Default: 0. */
  spent?: number;
  /** The entry zones that still bar the enemy. Default: []. */
  entry_zones?: EntryZone[];
  /** The hexes that units may not leave; empty for the whole map. Default: []. */
  area?: string[];
  /** The board. Default: null. */
  board?: HexMap | null;
  /** The hexes that it enters, in order; empty if it stays. Default: []. */
  path?: string[];
  /** What it pays for at the end. Default: "none". */
  action?: Action;
  /** Prepared or Hasty Attack, if it attacks or supports one. Default: "prepared". */
  attack_type?: AttackType;
  /** Where in Orel the friends are that it finds there. Default: null. */
  orel?: OrelLocation | null;
  /** Where in Orel it is to be, if it ends there; by default with the friends. Default: null. */
  location?: OrelLocation | null;
}

export type Action = "none" | "combat_mode" | "attack" | "barrage" | "support" | "entrench";

/** A legal move. */
export interface MovementOutcome {
  /** Its steps. */
  steps: MoveStep[];
  /** The movement points spent in all, those before the move and on the action included; null on rails. */
  spent: number | null;
  /** What is left of the allowance, to no further use; null on rails. */
  mp_left: number | null;
  /** The mode at the end; null for a depot, vehicles count as in combat mode. */
  mode: Mode | null;
  /** The unit then; null for a depot. */
  unit: Unit | null;
  /** The depot then; null for a unit. */
  depot: Depot | null;
  /** Where in Orel it is, and with it the whole stack; null elsewhere. */
  location: OrelLocation | null;
}

/** One step of a move. */
export interface MoveStep {
  /** The hex entered. */
  hex: string;
  /** What the step costs, in movement points. */
  cost: number;
  /** What it is as to enemy zones of control. */
  kind: StepKind;
}

export type StepKind = "open" | "leaving" | "zone_to_zone";

/** A unit or depot that could move, and every other unit on the map. */
export interface ReachRequest {
  /** The unit that moves; leave it out for a depot. Default: null. */
  unit?: Unit | null;
  /** The depot that moves; leave it out for a unit. Default: null. */
  depot?: Depot | null;
  /** The other units on the map, of both sides. Default: []. */
  others?: Unit[];
  /** The other depots on the map, of both sides. Default: []. */
  depots?: Depot[];
  /** The keys of units of its side that do not move in the whole phase and are committed to that. Default: []. */
  staying?: string[];
  /** The keys of units and depots of its side that have moved in this phase. Default: []. */
  moved?: string[];
  /** Whether it makes a Marching Day, declared before it moves. Default: false. */
  marching_day?: boolean;
  /** How its check went, if it is out of command and made one in this phase. Default: "none". */
  command_check?: "none" | "passed" | "failed";
  /** How many movement points less it has, on the turn on which it enters the map. Default: 0. */
  penalty?: number;
  /** What it has paid before, as for the hex by which it enters the map; if anything, it has moved. Default: 0. */
  spent?: number;
  /** The entry zones that still bar the enemy. Default: []. */
  entry_zones?: EntryZone[];
  /** The hexes that units may not leave; empty for the whole map. Default: []. */
  area?: string[];
  /** The board. Default: null. */
  board?: HexMap | null;
}

/** Where a mover may end its move. */
export interface ReachOutcome {
  /** The hexes, cheapest first. */
  hexes: ReachedHex[];
}

/** A hex in which a mover may end its move. */
export interface ReachedHex {
  /** The hex. */
  hex: string;
  /** The hexes that it enters on the cheapest way there; empty for the hex that it starts from. */
  path: string[];
  /** The movement points spent by then, those before the move included; null on rails. */
  spent: number | null;
  /** What is left; null on rails. */
  mp_left: number | null;
  /** The modes in which it may end there, without an attack or the like; none for a depot. */
  modes: Mode[];
}

/** A unit that has stopped and declares an attack, a barrage or a support. */
export interface DeclareAttackRequest {
  /** The unit. */
  unit: Unit;
  /** What it declares. */
  action: DeclaredAction;
  /** Prepared or Hasty Attack, of a support the one that it is for; it does not matter to a barrage. Default: "prepared". */
  attack_type?: AttackType;
  /** The movement points that it has left; armoured trains need none. Default: null. */
  mp_left?: number | null;
  /** The hex that it attacks. Default: null. */
  target?: string | null;
  /** The other units on the map, of both sides. Default: []. */
  others?: Unit[];
  /** The depots on the map, of both sides. Default: []. */
  depots?: Depot[];
  /** The keys of units of the same hex that declare the same attack. Default: []. */
  together?: string[];
  /** The keys of units of its side that do not move in the whole phase. Default: []. */
  staying?: string[];
  /** The hexes on which attacks are declared. Default: []. */
  attacked?: string[];
  /** The hexes in which a unit is barraged. Default: []. */
  barraged?: string[];
  /** Whether it has made a Marching Day. Default: false. */
  marching_day?: boolean;
  /** Whether it has declared an action before in this turn. Default: false. */
  acted?: boolean;
  /** How its check went, if it is out of command and made one. Default: "none". */
  command_check?: CommandCheck;
  /** The board; it matters only where terrain can be prohibited to the unit. Default: null. */
  board?: HexMap | null;
}

export type DeclaredAction = "attack" | "barrage" | "support";

export type CommandCheck = "none" | "passed" | "failed";

/** What a unit has declared. */
export interface DeclareAttackOutcome {
  /** The marker that it gets. */
  marker: Marker;
  /** What it pays, in movement points. */
  cost: number;
  /** What it has left, to no further use; null for armoured trains. */
  mp_left: number | null;
  /** The unit then, in combat mode. */
  unit: Unit;
  /** The suburbs, if the attack comes out of Orel: the whole stack is there from now on; else null. */
  location: OrelLocation | null;
}

export type Marker = "prepared_attack" | "hasty_attack" | "barrage" | "prepared_support" | "hasty_support";

/** A unit that wants to entrench in its owner's movement phase. */
export interface EntrenchRequest {
  /** The unit. */
  unit: Unit;
  /** The day. */
  day: Day;
  /** Whether it has moved, or spent movement points, in this phase. Default: false. */
  has_moved?: boolean;
  /** Whether it has declared an action before in this turn. Default: false. */
  acted?: boolean;
}

/** A unit that begins to entrench. */
export interface EntrenchOutcome {
  /** The unit then: its entrenchment under construction, itself in combat mode. */
  unit: Unit;
  /** The day on which its owner's movement phase ends with the entrenchment complete; null if there is no such day in October. */
  completed_on: Day | null;
}

/** A movement phase that its player wants to close. */
export interface EndOfMovementRequest {
  /** Whose movement phase it is. */
  side: Side;
  /** The units on the map, of both sides. */
  units: Unit[];
  /** The depots on the map, of both sides. Default: []. */
  depots?: Depot[];
  /** The keys of its units and depots that have moved or acted in this phase, and so cannot move any more. Default: []. */
  moved?: string[];
  /** The keys of those of its units that have begun to entrench in this phase. Default: []. */
  began?: string[];
  /** The keys of those of its units that are committed to stay. Default: []. */
  staying?: string[];
  /** The entry zones that still bar the enemy. Default: []. */
  entry_zones?: EntryZone[];
  /** The hexes that units may not leave; empty for the whole map. Default: []. */
  area?: string[];
  /** The board; it matters only if a unit could still have to move. Default: null. */
  board?: HexMap | null;
}

/** What is true when a movement phase is over. */
export interface EndOfMovementOutcome {
  /** The units whose entrenchment is complete, Entrenched now. */
  entrenched: Unit[];
  /** The hexes that hold too much still, since no legal move cures them, in the order of the map. */
  still_overstacked: string[];
}

/** Units that want to attack one hex together. */
export interface AttackCoordinationRequest {
  /** Prepared or Hasty Attack. */
  attack_type: AttackType;
  /** The hex that they attack. */
  target: string;
  /** The attackers, in their hexes; units that only support them are not listed. */
  units: Unit[];
  /** The day. Default: 15. */
  day?: Day;
  /** Which formations may command and help units that are not their own; null for those of the book. Default: null. */
  exceptions?: CommandException[] | null;
  /** The board, if it is not the printed extent. Default: null. */
  board?: HexMap | null;
}

/** What makes stacks one attack. */
export interface AttackCoordinationOutcome {
  /** The hexes that the attack comes from, in the order of the map. */
  hexes: string[];
  /** What lets the units attack together. */
  bond: Bond;
  /** The formation, the division, or the formations of an exception; "" where nothing is asked of them. */
  common: string;
}

export type Bond = "one_hex" | "anybody" | "formation" | "division" | "exception";

/** A tank before it spends its first movement point of the turn, to move or to attack. */
export interface TankBreakdownRequest {
  /** The tank. */
  unit: Unit;
  /** Whether it has rolled in this turn of its owner already. Default: false. */
  rolled?: boolean;
}

/** What became of a tank that wants to act. */
export interface TankBreakdownOutcome {
  /** Whether it has broken down, until the end of the game turn. */
  broken_down: boolean;
  /** The tank then. */
  unit: Unit;
}

/** A battle that is to be played. */
export interface BeginGameRequest {
  /** The battle. */
  scenario: Battle;
}

/** A battle: what is in play, where, how long, and who wins. */
export interface Battle {
  /** What it is called. */
  title: string;
  /** Where it comes from, and what in it is made up. Default: "". */
  source?: string;
  /** The map. */
  board: HexMap;
  /** Every unit, as it stands when the battle begins; those to come and recruits to be raised have no hex. */
  units: Unit[];
  /** Every depot, as it stands when the battle begins. Default: []. */
  depots?: Depot[];
  /** The formations. Default: []. */
  formations?: Formation[];
  /** Which formations may command units that are not their own. Default: []. */
  command_exceptions?: CommandException[];
  /** The formations that begin inactive, and what releases them. Default: []. */
  inactive_groups?: InactiveGroup[];
  /** What comes when and where. Default: []. */
  reinforcements?: Reinforcement[];
  /** The hexes by which reinforcements enter, closed to the enemy. Default: []. */
  entry_zones?: EntryZone[];
  /** The places with names that victory may name. Default: []. */
  places?: Place[];
  /** Which units, driven off the map, may wait for a day and enter where others do. Default: []. */
  late_returns?: LateReturn[];
  /** The hexes that units may not leave by moving; empty for the whole map. Default: []. */
  area?: string[];
  /** The keys of units that are each a main body of their own before the first check of command. Default: []. */
  main_bodies?: string[];
  /** The recruit points of a turn: those of the Turn Track (track), half of them, or none. Default: "track". */
  recruits?: Recruits;
  /** Where the units that begin in Orel stand; null asks the White player. Default: null. */
  orel?: OrelLocation | null;
  /** The day in October 1919 on which the battle begins. Default: 15. */
  first_day?: Day;
  /** The last day of October 1919; the battle ends with it. Default: 26. */
  last_day?: number;
  /** The scenario of chapter 10 that says who wins; null for a victory of your own. Default: null. */
  rules?: ScenarioName | null;
  /** Who wins, where `rules` does not say. Default: null. */
  victory?: Victory | null;
}

/** A place with a name. */
export interface Place {
  /** What it is called. */
  name: string;
  /** Where it is. */
  hex: string;
  /** What it is; restored, not printed. */
  kind: "city" | "town" | "village" | "station";
  /** Whether it counts for victory. Default: false. */
  victory_location?: boolean;
}

export type Recruits = "track" | "half" | "none";

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

/** A battle that begins. */
export interface BeginGameOutcome {
  /** The state, before the first action. */
  state: State;
  /** What there is to tell of it. */
  events: string[];
}

/** A moment of a battle: everything that is true. */
export interface State {
  /** What is played. */
  battle: Battle;
  /** The day, whose player turn it is, and the step. */
  moment: Moment;
  /** What is asked next, or goes on by itself. Default: "begin". */
  stage?: Stage;
  /** Every unit that is in the game: on the map, to come, to be raised or driven off. */
  units: Unit[];
  /** Every depot, likewise. Default: []. */
  depots?: Depot[];
  /** The units that are gone, as they were last seen. Default: []. */
  lost_units?: Unit[];
  /** What Red has and has lost. Default: { "points": 0, "prisoners": 0, "combat_units_lost": 0, "exactions": false }. */
  red?: Account;
  /** What White has and has lost. Default: { "points": 0, "prisoners": 0, "combat_units_lost": 0, "exactions": false }. */
  white?: Account;
  /** The main bodies after the last checks of command. Default: []. */
  main_bodies?: MainBody[];
  /** When the routed units on the map were routed. Default: []. */
  routs?: Rout[];
  /** Who was driven off the map. Default: []. */
  off_map?: OffMap[];
  /** What is still to come: reinforcements, depots that return, repaired trains, raised battalions. Default: []. */
  coming?: Reinforcement[];
  /** The keys of the reinforcements that have come. Default: []. */
  arrived?: string[];
  /** Where those have entered that must all use one hex: a key and its hex. Default: []. */
  entered_at?: ([string, string])[];
  /** The keys of the battalions of recruits raised in this turn, and of those that may still enter. Default: []. */
  raised?: string[];
  /** Where in Orel the units there are. Default: "suburbs". */
  orel?: OrelLocation;
  /** Which side last had a combat unit or artillery there. Default: "white". */
  held_orel?: Side;
  /** Lasting effects of events. Default: []. */
  held?: Held[];
  /** What has happened in the movement phase. Default: as the library has it. */
  moves?: Moves;
  /** The attacks declared; each is known by its number, from 1. Default: []. */
  declared?: Declared[];
  /** The batteries and trains ready to fire. Default: []. */
  ready?: Ready[];
  /** The attacks of trains on trains that are still to be fought. Default: []. */
  duels?: Duel[];
  /** What has happened in the combat phase. Default: as the library has it. */
  fighting?: Fighting;
  /** How the battle ended. Default: null. */
  result?: GameResult | null;
}

export type Stage = "begin" | "recruitment" | "movement" | "barrages" | "supports" | "fire" | "answers" | "defences" | "combats" | "end" | "over";

/** What a side has and has lost. */
export interface Account {
  /** Its recruit points. Default: 0. */
  points?: number;
  /** Its prisoners. Default: 0. */
  prisoners?: number;
  /** The infantry and cavalry units that it has lost. Default: 0. */
  combat_units_lost?: number;
  /** Whether Civil Exactions take points off its next income. Default: false. */
  exactions?: boolean;
}

/** A unit that was driven off the map. */
export interface OffMap {
  /** Its key. */
  unit: string;
  /** The hex from which it left. */
  exit: string;
  /** The day on which it left. */
  day: Day;
  /** In whose turn. */
  player: Side;
}

/** An effect of an event that lasts, or that a side may still use. */
export interface Held {
  /** The side whose event it is. */
  side: Side;
  /** The effect. */
  effect: EventEffect;
}

/** What has happened in the movement phase. */
export interface Moves {
  /** The keys of those that have still to move or stay; the first is asked. Default: []. */
  waiting?: string[];
  /** The keys of those put off since the last one decided. Default: []. */
  put_off?: string[];
  /** The keys of units and depots that have moved. Default: []. */
  moved?: string[];
  /** The keys of those that stay where they are. Default: []. */
  stayed?: string[];
  /** The keys of units that began to entrench. Default: []. */
  began?: string[];
  /** The keys of units out of command that passed their check. Default: []. */
  checks?: string[];
  /** The keys of those that failed it. Default: []. */
  failed?: string[];
  /** The keys of tanks that have rolled. Default: []. */
  rolled?: string[];
  /** Who has entered the map, or gone a part of its way, and may go on. Default: []. */
  entries?: Entry[];
  /** The keys of enemy units that stood next to a unit of the side when the phase began. Default: []. */
  observed?: string[];
  /** Whether the place in Orel has been changed. Default: false. */
  relocated?: boolean;
  /** Whether all others were told to stay; who is still waiting then must move. Default: false. */
  halted?: boolean;
}

/** A unit or depot that has entered the map in this movement phase, or gone a part of its way, and may go on. */
export interface Entry {
  /** Its key. */
  key: string;
  /** What it has paid so far, in movement points. Default: 0. */
  spent?: number;
  /** How many points less it has in this phase. Default: 0. */
  penalty?: number;
}

/** An attack that has been declared. */
export interface Declared {
  /** The attacked hex. */
  hex: string;
  /** Prepared or Hasty Attack. */
  type: AttackType;
  /** The keys of the attackers, in the order in which they declared it. */
  units: string[];
}

/** A battery or train that is ready to fire. */
export interface Ready {
  /** Its key. */
  unit: string;
  /** For what. */
  use: StateFireUse;
}

export type StateFireUse = "barrage" | "prepared" | "hasty";

/** An attack of a train on a train. */
export interface Duel {
  /** The key of the train that attacks. */
  unit: string;
  /** The key of the one attacked. */
  target: string;
}

/** What has happened in the combat phase. */
export interface Fighting {
  /** The keys of the batteries and trains that are still to be asked; the first is. Default: []. */
  asked?: string[];
  /** What has been ordered. Default: { "attacks": [], "barrages": [], "counterbattery": [], "grounds": [], "location": "suburbs" }. */
  orders?: Orders;
  /** The phase once munitions are assigned and barrages fired, without its units and depots. Default: null. */
  opened?: OpenPhase | null;
  /** The keys of the reactive player's batteries that have answered a barrage. Default: []. */
  answered?: string[];
  /** The combats that are left, without units and depots. Default: null. */
  combats?: PhaseCombatsRequest | null;
}

/** A combat phase whose munitions are assigned and whose barrages are fired, before they are answered. */
export interface OpenPhase {
  /** All units and depots. */
  state: PhaseState;
  /** What each attack has of munitions, in the order of the orders. Default: []. */
  paid?: PaidAttack[];
  /** The munitions points of the active player's depots. Default: []. */
  points?: DepotPoints[];
  /** The keys of the active player's depots that were functional when munitions were assigned. Default: []. */
  functional?: string[];
  /** The keys of the units that have fired a barrage. Default: []. */
  fired?: string[];
}

/** What an attack has of munitions. */
export interface PaidAttack {
  /** The key of the depot that pays for it; "" for none. Default: "". */
  payer?: string;
  /** Which of the attackers fight without, and which may be resupplied. Default: { "short": [], "resupply": [] }. */
  munitions?: CombatMunitions;
}

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

/** A battle that goes on by an action. */
export interface ActRequest {
  /** The state. */
  state: State;
  /** The action. */
  action:
    | Proceed
    | EndRecruitment
    | Recover
    | Raise
    | Stay
    | StayAll
    | PutOff
    | Enter
    | Move
    | Step
    | Assail
    | ReadyFire
    | Challenge
    | Entrench
    | TestCommand
    | Relocate
    | HoldFire
    | Barrage
    | Support
    | AnswerOfKind
    | Defend
    | Fight
    | FightDuel;
}

/** The game goes on by itself: a player turn begins, barrages are fired, or a player turn ends. */
export interface Proceed {
  kind: "proceed";
}

/** No more recruits; command is checked, and movement begins. */
export interface EndRecruitment {
  kind: "end_recruitment";
}

/** A unit recovers steps, for a recruit point each. */
export interface Recover {
  kind: "recover";
  /** The key of the unit, or of the depot. */
  unit: string;
  /** How many. */
  steps: number;
}

/** A battalion of recruits is raised, at a station or to enter by an edge. */
export interface Raise {
  kind: "raise";
  /** The key of the unit, or of the depot. */
  unit: string;
  /** The hex of the station, or ``edge``. */
  place: string;
}

/** A unit or depot stays where it is; one that could enter the map waits. */
export interface Stay {
  kind: "stay";
  /** The key of the unit, or of the depot. */
  unit: string;
}

/** All that have not moved yet stay, except those that must move. */
export interface StayAll {
  kind: "stay_all";
}

/** Another unit moves before this one. */
export interface PutOff {
  kind: "put_off";
  /** The key of the unit, or of the depot. */
  unit: string;
}

/** A reinforcement comes in; it may then go on. */
export interface Enter {
  kind: "enter";
  /** The key of the unit, or of the depot. */
  unit: string;
  /** The hex by which it comes in. */
  place: string;
}

/** A unit or depot moves by the cheapest way; with its own hex it only enters combat mode there. */
export interface Move {
  kind: "move";
  /** The key of the unit, or of the depot. */
  unit: string;
  /** The hex in which it ends. */
  place: string;
  /** Its mode there. Default: "march". */
  mode?: "march" | "combat";
  /** Whether it makes a Marching Day. Default: false. */
  marching_day?: boolean;
  /** Where in Orel it is to be, if it finds no friends there; else none. Default: null. */
  location?: OrelLocation | null;
}

/** A unit or depot goes into the next hex, and may go on from there: a way of its own, hex by hex. */
export interface Step {
  kind: "step";
  /** The key of the unit, or of the depot. */
  unit: string;
  /** The next hex. */
  place: string;
}

/** A unit moves, or stays, and declares an attack: one of its own, or it joins the one of that number. */
export interface Assail {
  kind: "assail";
  /** The key of the unit, or of the depot. */
  unit: string;
  /** The hex in which it ends. */
  place: string;
  /** The hex that it attacks. */
  target: string;
  /** Prepared or Hasty Attack. Default: "prepared". */
  type?: AttackType;
  /** The number of the attack that it joins; 0 for one of its own. Default: 0. */
  joins?: number;
  /** Where in Orel it is to be, if it finds no friends there; else none. Default: null. */
  location?: OrelLocation | null;
}

/** A battery or a train moves, or stays, and makes ready to fire. */
export interface ReadyFire {
  kind: "ready";
  /** The key of the unit, or of the depot. */
  unit: string;
  /** The hex in which it ends. */
  place: string;
  /** For what. */
  use: ActionsFireUse;
  /** Where in Orel it is to be, if it finds no friends there; else none. Default: null. */
  location?: OrelLocation | null;
}

export type ActionsFireUse = "barrage" | "prepared" | "hasty";

/** A train goes next to a train that has no troops with it, and will attack it. */
export interface Challenge {
  kind: "challenge";
  /** The key of the unit, or of the depot. */
  unit: string;
  /** The hex in which it ends. */
  place: string;
  /** The key of the train. */
  target: string;
}

/** A unit begins to entrench. */
export interface Entrench {
  kind: "entrench";
  /** The key of the unit, or of the depot. */
  unit: string;
}

/** A unit out of command in an enemy zone of control checks its quality. */
export interface TestCommand {
  kind: "test_command";
  /** The key of the unit, or of the depot. */
  unit: string;
}

/** The units in Orel go to its suburbs or its centre. */
export interface Relocate {
  kind: "relocate";
  /** Where they go. */
  location: OrelLocation;
}

/** A battery or a train does not fire now. */
export interface HoldFire {
  kind: "hold_fire";
  /** The key of the unit, or of the depot. */
  unit: string;
}

/** A battery or a train will fire a barrage at a unit. */
export interface Barrage {
  kind: "barrage";
  /** The key of the unit, or of the depot. */
  unit: string;
  /** The key of the enemy unit. */
  target: string;
}

/** A battery or a train will support an attack. */
export interface Support {
  kind: "support";
  /** The key of the unit, or of the depot. */
  unit: string;
  /** The number of the attack. */
  attack: number;
}

/** A battery or a train of the reactive player answers a barrage. */
export interface AnswerOfKind {
  kind: "answer";
  /** The key of the unit, or of the depot. */
  unit: string;
  /** The key of the enemy unit. */
  target: string;
}

/** A battery or a train of the reactive player will support the defence against an attack. */
export interface Defend {
  kind: "defend";
  /** The key of the unit, or of the depot. */
  unit: string;
  /** The number of the attack. */
  attack: number;
}

/** An attack is fought. */
export interface Fight {
  kind: "fight";
  /** The number of the attack. */
  attack: number;
}

/** A train attacks the train that it has challenged. */
export interface FightDuel {
  kind: "fight_duel";
  /** The key of the unit, or of the depot. */
  unit: string;
}

/** A battle after an action. */
export interface ActOutcome {
  /** The state afterwards. */
  state: State;
  /** What happened, in sentences. */
  events: string[];
}
