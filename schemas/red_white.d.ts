// Red & White: Russian Civil War Rules, Part II (Hank Lubbers): made from red_white.json, do not edit.

/** The request of each procedure, by its id. */
export interface Requests {
  "red_white.assault": AssaultRequest;
  "red_white.charge": ChargeRequest;
  "red_white.withdraw": WithdrawRequest;
  "red_white.vehicle_fright": VehicleFrightRequest;
  "red_white.flank_or_rear": FlankOrRearRequest;
  "red_white.defensive_fire": DefensiveFireRequest;
  "red_white.fire": FireRequest;
  "red_white.fire_attack": FireAttackRequest;
  "red_white.melee": MeleeRequest;
  "red_white.petrol_bombs": PetrolBombsRequest;
  "red_white.casualties": CasualtiesRequest;
  "red_white.fall_back": FallBackRequest;
  "red_white.heroic_leaders": HeroicLeadersRequest;
  "red_white.morale_test": MoraleTestRequest;
  "red_white.morale_phase": MoralePhaseRequest;
  "red_white.activation_test": ActivationRequest;
  "red_white.suppressed_fire": SuppressedFireRequest;
  "red_white.vehicle_activation": VehicleActivationRequest;
  "red_white.vehicle_fire_dice": VehicleFireDiceRequest;
  "red_white.vehicle_damage": VehicleDamageRequest;
  "red_white.train_under_fire": TrainUnderFireRequest;
  "red_white.hq_overrun": HqOverrunRequest;
  "red_white.major_morale": MajorMoraleRequest;
  "red_white.end_of_turn": EndOfTurnRequest;
  "red_white.launch_boats": LaunchBoatsRequest;
  "red_white.vessel_move": VesselMoveRequest;
  "red_white.embark": EmbarkRequest;
  "red_white.river_crossing": RiverCrossingRequest;
  "red_white.icebreaker": IcebreakerRequest;
  "red_white.ice_choked_move": IceChokedMoveRequest;
  "red_white.boat_safety": BoatSafetyRequest;
  "red_white.aircraft_arrival": AircraftArrivalRequest;
  "red_white.patrol": PatrolRequest;
  "red_white.flight_move": FlightMoveRequest;
  "red_white.strafe": StrafeRequest;
  "red_white.bomb": BombRequest;
  "red_white.anti_aircraft": AntiAircraftRequest;
  "red_white.aircraft_damage": AircraftDamageRequest;
  "red_white.dogfight": DogfightRequest;
  "red_white.air_side": AirSideRequest;
  "red_white.air_cycle": AirCycleRequest;
  "red_white.begin_game": BeginGameRequest;
  "red_white.act": ActRequest;
}

/** The outcome of each procedure, by its id. */
export interface Outcomes {
  "red_white.assault": AssaultOutcome;
  "red_white.charge": ChargeOutcome;
  "red_white.withdraw": WithdrawOutcome;
  "red_white.vehicle_fright": VehicleFrightOutcome;
  "red_white.flank_or_rear": FlankOrRearOutcome;
  "red_white.defensive_fire": DefensiveFireOutcome;
  "red_white.fire": FireOutcome;
  "red_white.fire_attack": FireAttackOutcome;
  "red_white.melee": MeleeOutcome;
  "red_white.petrol_bombs": PetrolBombsOutcome;
  "red_white.casualties": CasualtiesOutcome;
  "red_white.fall_back": FallBackOutcome;
  "red_white.heroic_leaders": HeroicLeadersOutcome;
  "red_white.morale_test": MoraleOutcome;
  "red_white.morale_phase": MoralePhaseOutcome;
  "red_white.activation_test": ActivationOutcome;
  "red_white.suppressed_fire": SuppressedFireOutcome;
  "red_white.vehicle_activation": VehicleActivationOutcome;
  "red_white.vehicle_fire_dice": VehicleFireDiceOutcome;
  "red_white.vehicle_damage": VehicleDamageOutcome;
  "red_white.train_under_fire": TrainUnderFireOutcome;
  "red_white.hq_overrun": HqOverrunOutcome;
  "red_white.major_morale": MajorMoraleOutcome;
  "red_white.end_of_turn": EndOfTurnOutcome;
  "red_white.launch_boats": LaunchBoatsOutcome;
  "red_white.vessel_move": VesselMoveOutcome;
  "red_white.embark": EmbarkOutcome;
  "red_white.river_crossing": RiverCrossingOutcome;
  "red_white.icebreaker": IcebreakerOutcome;
  "red_white.ice_choked_move": IceChokedMoveOutcome;
  "red_white.boat_safety": BoatSafetyOutcome;
  "red_white.aircraft_arrival": AircraftArrivalOutcome;
  "red_white.patrol": PatrolOutcome;
  "red_white.flight_move": FlightMoveOutcome;
  "red_white.strafe": StrafeOutcome;
  "red_white.bomb": BombOutcome;
  "red_white.anti_aircraft": AntiAircraftOutcome;
  "red_white.aircraft_damage": AircraftDamageOutcome;
  "red_white.dogfight": DogfightOutcome;
  "red_white.air_side": AirSideOutcome;
  "red_white.air_cycle": AirCycleOutcome;
  "red_white.begin_game": BeginGameOutcome;
  "red_white.act": ActOutcome;
}

/** The options of Red & White, each with the rule that it settles. */
export interface Options {
  /** How the elite bonus of a melee adds up: once for a side whose units are all elite, as the list has it, or once for each elite unit, as the second worked example counts. Default: "once". */
  melee_elite?: "once" | "per_unit";
  /** Whether Red Guards are elite; the book lists them with a question mark. Default: true. */
  red_guards_elite?: boolean;
  /** Which casualties oblige a unit to test: those since its last test, or any it ever took. Default: "since_last_test". */
  morale_casualties?: "since_last_test" | "ever";
  /** How long a suppressed unit is barred from firing without a test: to the end of the turn, or only in the fire phase in which it was suppressed. Default: "turn". */
  suppressed_scope?: "turn" | "phase";
  /** Which of the two procedures for petrol bombs is in force, or both, each for its own event. Default: "both". */
  petrol_bombs?: "both" | "d10_only" | "d6_only";
  /** Whether troops that won a melee against a tank test morale before they throw. Default: true. */
  petrol_morale_after_melee?: boolean;
  /** Whether a vehicle activates at its current morale or below, as every other roll has it, or above it, as printed. Default: "at_or_below". */
  vehicle_activation?: "at_or_below" | "above";
  /** The die of Major Morale. Default: "d10". */
  major_die?: "d10" | "d6";
  /** What a unit that failed to withdraw does: it falls back and is caught, or its owner may let it stand. Default: "fall_back". */
  withdraw_failed?: "fall_back" | "may_stand";
  /** Over which span the hits of ground fire on an aircraft are added up. Default: "flight_turn". */
  air_damage_per?: "flight_turn" | "turn";
  /** Whether a leader or a priest who dies in place of a stand is a casualty to test for. Default: true. */
  leader_death_tests?: boolean;
  /** Whether defenders still test between fire and melee once every attacker has failed. Default: true. */
  defenders_test_alone?: boolean;
  /** How often an armoured train tests under artillery fire: once a fire phase, or for each attack. Default: "once_a_phase". */
  train_tests?: "once_a_phase" | "each_attack";
  /** Where units stand in a whole game whose charge nobody waits for: where they would have made contact, or where they began. Default: "goes_on". */
  charge_misses?: "goes_on" | "stays";
  /** How near an aircraft comes to an enemy aircraft that it attacks, in a whole game. Default: 6. */
  air_reach?: number;
  /** Where a patrol flies in a whole game, and so where it ends: over the middle of the table, or over the middle of its army's own edge. Default: "middle". */
  patrol_over?: "middle" | "own_edge";
  /** What the lost first part of the rules would define, as far as it is supplied. Default: null. */
  profile?: PartOneProfile | null;
}

/** The first part of the rules, as far as it is supplied. */
export interface PartOneProfile {
  /** Where it comes from; it stands in every resolution. */
  source: string;
  /** The phases of a turn in order. Default: []. */
  sequence?: Phase[];
  /** The numbers that units activate on. Default: []. */
  activation?: TypeActivation[];
  /** How far one full move is. Default: []. */
  moves?: TypeMove[];
  /** Which faces hit. Default: []. */
  fire?: HitNumbers[];
  /** How many stands a hit costs. Default: []. */
  losses?: LossesPerHit[];
  /** The types of unit that are capable of attacking fire. Default: null. */
  attacking_fire?: UnitType[] | null;
  /** The table for hits on armoured cars and tanks. Default: null. */
  vehicle_hit_table?: VehicleHitTable | null;
  /** Whether each stand that a unit loses to fire takes its Cheka stand with it. Default: false. */
  cheka_lost_to_fire?: boolean;
  /** The faces of a d10 that kill an ordinary leader for a casualty of their unit. Default: []. */
  leader_risk?: number[];
  /** How far a unit's front reaches to each side of its facing. Default: null. */
  facing?: number | null;
  /** What a bomb does. Default: []. */
  bomb_effect?: BombEffect[];
  /** Where its numbers come from, if that is to be told wherever one is used: made-up ones are illustrative. Default: null. */
  values?: "illustrative" | "reconstructed" | null;
  /** Whose turn it is. Default: null. */
  sides?: SidesInTurn | null;
  /** What a unit that has failed to activate may still do; () for nothing. Default: null. */
  unactivated?: Still[] | null;
  /** How fast units go over ground that is not open. Default: []. */
  ground?: GroundRate[];
  /** What it costs to cross lines. Default: []. */
  obstacles?: LineToll[];
  /** What it costs to turn. Default: []. */
  turning?: TurnCost[];
  /** How much of a move it takes to limber or unlimber guns. Default: null. */
  limbering?: "free" | "half_move" | "whole_move" | null;
  /** How near a unit may come to an enemy whom it does not charge. Default: null. */
  keeps_off?: number | null;
  /** How units charge. Default: null. */
  charges?: ChargeRules | null;
  /** How far the ranges of weapons reach. Default: []. */
  ranges?: WeaponRange[];
  /** How many dice units fire with. Default: []. */
  dice?: StandDice[];
  /** How many dice vessels fire with. Default: []. */
  vessel_dice?: VesselDice[];
  /** Where units may fire. Default: []. */
  arcs?: FireArc[];
  /** At whom a unit has to fire: at the nearest enemy that it sees, or at any. Default: null. */
  target?: "nearest" | "any" | null;
  /** Past whom a unit may fire: past anybody, past enemies alone, or past nobody. Default: "anybody". */
  fire_past?: "anybody" | "enemies" | "nobody";
  /** How far troops see. Default: null. */
  sight?: SightDistances | null;
  /** How large stands are. Default: []. */
  stand_sizes?: StandSize[];
  /** How large vessels are. Default: []. */
  vessel_sizes?: VesselSize[];
  /** The damage at which a ship sinks. Default: null. */
  vessel_sinks_at?: number | null;
}

/** One phase of a turn. */
export interface Phase {
  /** What it is called. */
  name: string;
  /** What happens in it. */
  roles: Role[];
}

export type Role = "activation" | "air_string" | "movement" | "air_flight" | "fire" | "melee" | "morale" | "end";

/** The number that a type of unit activates on. */
export interface TypeActivation {
  /** The type of unit. */
  type: UnitType;
  /** Its modified base number: it activates on this or less. */
  number: number;
}

export type UnitType =
  | "infantry"
  | "cavalry"
  | "artillery"
  | "machine_gun"
  | "tchanka"
  | "droshky"
  | "wagon"
  | "command"
  | "tank"
  | "armoured_car"
  | "armoured_train";

/** How far one full move takes a type of unit. */
export interface TypeMove {
  /** The type of unit. */
  type: UnitType;
  /** Inches, or dice that give them. */
  full_move: number | DiceMove;
}

/** A full move given as dice: their sum in inches, rolled once. */
export interface DiceMove {
  /** How many dice. */
  dice: number;
  /** How many sides each has. Default: 6. */
  sides?: number;
}

/** Which faces hit. */
export interface HitNumbers {
  /** The weapon that fires. */
  weapon: Weapon;
  /** The range. */
  band: RangeBand;
  /** What the target is in, or is. */
  target: TargetState;
  /** The faces of a d10 that hit. */
  faces: number[];
}

export type Weapon = "small_arms" | "machine_gun" | "light_gun" | "artillery";

export type RangeBand = "point_blank" | "normal" | "long";

export type TargetState = "open" | "cover" | "trench" | "building" | "breastwork" | "vehicle" | "vessel" | "aircraft";

/** How many stands a hit of a weapon costs. */
export interface LossesPerHit {
  /** The weapon that hit. */
  weapon: Weapon;
  /** Stands lost for each hit. */
  stands: number;
}

/** The table of what a hit does to an armoured car or a tank. */
export interface VehicleHitTable {
  /** The sides of its die. */
  sides: number;
  /** Its rows, which together cover every roll once. */
  rows: HitTableRow[];
}

/** A row of the table for hits on armoured cars and tanks. */
export interface HitTableRow {
  /** The lowest roll of the row. */
  low: number;
  /** The highest. */
  high: number;
  /** What the row says, in words. */
  effect: string;
  /** What a whole game makes of it; null leaves that to the referee. Default: null. */
  does?: VehicleEffect | null;
}

export type VehicleEffect = "nothing" | "halted" | "immobile" | "silenced" | "destroyed";

/** What a bomb does to units within a distance of where it lands. */
export interface BombEffect {
  /** The distance; of several that hold a unit, the smallest counts. */
  within: number;
  /** The hits on each such unit. */
  hits: number;
}

/** Whose turn it is. */
export interface SidesInTurn {
  /** What one side does before the other: a whole turn, or each phase. */
  play: "whole_turns" | "phase_by_phase";
  /** Which side goes first: always the same one, or the one with the higher D6, thrown each turn. */
  first: "red" | "white" | "higher_die";
}

export type Still = "fire" | "turn" | "limber";

/** How fast some types of unit go over a kind of ground. */
export interface GroundRate {
  /** The kind of ground, as the terrain of a table names it: ``wood``. */
  kind: string;
  /** The types of unit. */
  types: UnitType[];
  /** How much ground a move covers there, in hundredths of what it covers in the open; 0 if they cannot go there. */
  percent: number;
  /** Whether it is a road, on which no other ground counts. Default: false. */
  road?: boolean;
}

/** What it costs some types of unit to cross a line, such as a wall or wire. */
export interface LineToll {
  /** The kind of line, as the terrain of a table names it: ``wire``. */
  kind: string;
  /** The types of unit. */
  types: UnitType[];
  /** How much of the move it takes, in inches. Default: 0. */
  costs?: number;
  /** Whether they can cross it at all. Default: true. */
  passable?: boolean;
}

/** What it costs some types of unit to turn while they move. */
export interface TurnCost {
  /** The types of unit. */
  types: UnitType[];
  /** By how much they may turn in all, to either side, at no cost. */
  free: number;
  /** How much of the move each 90 degrees beyond that take, or a part of 90 degrees, in inches. */
  costs: number;
}

/** How units charge. */
export interface ChargeRules {
  /** How far a charge takes a type of unit. */
  moves: TypeMove[];
  /** Whether a unit that has moved this turn may charge. */
  after_moving: boolean;
  /** What becomes of a charge that cannot reach: it may not be announced, or it ends before the enemy. */
  short: "refused" | "halts";
}

/** How far a range of a weapon reaches. */
export interface WeaponRange {
  /** The weapon. */
  weapon: Weapon;
  /** The range. */
  band: RangeBand;
  /** The distance up to which it counts, that distance included. */
  up_to: number;
}

/** How many D10 a type of unit rolls when it fires. */
export interface StandDice {
  /** The type of unit. */
  type: UnitType;
  /** The weapon. */
  weapon: Weapon;
  /** The dice of each stand, of a vehicle in all, if it has not moved this turn. */
  if_halted: number;
  /** The same if it has. */
  if_moved: number;
}

/** How many D10 a kind of vessel rolls when it fires with its own guns. */
export interface VesselDice {
  /** The kind of vessel. */
  vessel: "warship" | "merchant" | "launch";
  /** The weapon. */
  weapon: Weapon;
  /** The dice, in all. */
  dice: number;
}

/** How far to each side of its facing a type of unit fires. */
export interface FireArc {
  /** The types of unit. */
  types: UnitType[];
  /** The angle between its facing and the edge of its arc; 180 degrees is all round. */
  half_angle: number;
}

/** How far troops see. */
export interface SightDistances {
  /** In the open. */
  clear: number;
  /** How deep in a wood or among buildings one may stand and see out, or be seen from outside. */
  edge: number;
  /** Between two who both stand in the same wood or among the same buildings. */
  inside: number;
}

/** How large a stand of a type of unit is, and how stands are drawn up. */
export interface StandSize {
  /** The types of unit. */
  types: UnitType[];
  /** How wide a stand is; of a vehicle, the model. */
  frontage: number;
  /** How deep it is. */
  depth: number;
  /** How many stands are side by side at most; the others stand in ranks behind. Default: 1. */
  abreast?: number;
}

/** How large the model of a vessel is. */
export interface VesselSize {
  /** The class of vessel. */
  vessel: "ship" | "launch" | "boat";
  /** How wide it is. */
  frontage: number;
  /** How long it is. */
  depth: number;
}

/** An assault that is announced. */
export interface AssaultRequest {
  /** The units that charge. */
  attackers: Charger[];
  /** The units that they charge. */
  defenders: Charged[];
  /** The fire at the attackers, by anyone who may fire at their path. Default: []. */
  defensive_fire?: Shot[];
  /** The fire at the defenders after that. Default: []. */
  attacking_fire?: Shot[];
  /** Whether any attacker makes contact in the flank or rear of any defender. Default: false. */
  flank_or_rear?: boolean;
}

/** A unit that charges. */
export interface Charger {
  /** The unit. */
  unit: Unit;
  /** Its whole move, in inches; needed to say whether it catches a unit that retires. Default: null. */
  charger_move?: number | null;
  /** Whether it is capable of attacking fire; without it a profile must know it by type, if the unit is to fire. Default: null. */
  attacking_fire?: boolean | null;
  /** How far it is, in inches, from its own table edge once it has made contact. Default: null. */
  edge_at_contact?: number | null;
  /** How far it is then, in inches, to the first obstacle on its way to the rear that it cannot pass; null if there is none. Default: null. */
  obstacle_at_contact?: number | null;
}

/** A unit with the state that it carries from turn to turn. */
export interface Unit {
  /** Red or White. */
  side: Side;
  /** The kind of unit. */
  type: UnitType;
  /** Whether a leader is with the unit; there is no default. */
  has_leader: boolean;
  /** What to call it; by default its role and number. Default: "". */
  name?: string;
  /** Stands at the start of the game; not for vehicles. Default: null. */
  starting_stands?: number | null;
  /** Stands now; not for vehicles. Default: null. */
  stands?: number | null;
  /** Hits recorded so far; only for vehicles, 0 by default. Default: null. */
  hits?: number | null;
  /** Guard stands aboard an armoured train. Default: 0. */
  guards?: number;
  /** A class of troops that is elite by default. Default: null. */
  troop_class?: TroopClass | null;
  /** Whether it is elite; by default what its class says. Default: null. */
  elite?: boolean | null;
  /** Whether it is raw. Default: false. */
  raw?: boolean;
  /** Whether its leader leads from the front. Default: false. */
  heroic?: boolean;
  /** Whether a priest or religious leader is attached; White only. Default: false. */
  priest?: boolean;
  /** Whether a stand of Cheka is attached; Red only. Default: false. */
  cheka?: boolean;
  /** Whether a machine gun or tchanka is attached. Default: false. */
  machine_gun?: boolean;
  /** Whether it is equipped with grenades. Default: false. */
  grenades?: boolean;
  /** Whether it lost a stand to fire in the first fire phase of this turn. Default: false. */
  suppressed?: boolean;
  /** Whether it is marked as falling back. Default: false. */
  falling_back?: boolean;
  /** Whether it took casualties since its last test. Default: false. */
  casualties?: boolean;
  /** What it stands in. Default: "open". */
  cover?: Cover;
  /** What barbed wire an attacker comes through; "gap" where a tank made a hole. Default: "none". */
  wire?: Wire;
  /** One full move, in inches or dice; only needed to say how far it goes to the rear. Default: null. */
  full_move?: number | DiceMove | null;
  /** How far it is, in inches, from its own table edge where it stands when the question is asked; for a train, along its track. Default: null. */
  edge_distance?: number | null;
  /** How far it is, in inches, from there to the first obstacle on its way to that edge that it cannot pass; null if there is none. Default: null. */
  obstacle_distance?: number | null;
}

export type Side = "red" | "white";

export type TroopClass =
  | "officers"
  | "cadets"
  | "cossacks"
  | "czech_legion"
  | "foreign_intervention"
  | "fanatical_bolsheviks"
  | "sailors"
  | "red_guards";

export type Cover = "open" | "cover" | "trench" | "building" | "breastwork";

export type Wire = "none" | "intact" | "gap";

/** A unit that is charged. */
export interface Charged {
  /** The unit. */
  unit: Unit;
  /** How far the chargers are from it when the charge is announced, in inches. Default: null. */
  gap?: number | null;
  /** What it would stand in where it would be caught after a move to the rear. Default: "open". */
  caught_in?: Cover;
}

/** One volley of the defensive or of the attacking fire. */
export interface Shot {
  /** The fire itself. */
  volley: Volley;
  /** The number of the unit that takes its casualties; without it the firer chooses. Default: null. */
  target?: number | null;
  /** The number of the engaged unit that fires; null for a unit in support. Default: null. */
  by?: number | null;
  /** The unit in support; only needed if it is suppressed. Default: null. */
  support?: Unit | null;
  /** How the firer's test for suppressed fire went this turn, if it took one. Default: "none". */
  earlier_test?: "none" | "passed" | "failed";
  /** How many dice each stand of the engaged unit rolls that is left when it fires, in place of those of the volley. Default: null. */
  each_stand?: number | null;
}

/** The fire of one weapon at a target: dice to be rolled, or hits or losses that are known. */
export interface Volley {
  /** The weapon. */
  weapon: Weapon;
  /** How many D10 are rolled for it. Default: null. */
  dice?: number | null;
  /** Or how many hits it scored. Default: null. */
  hits?: number | null;
  /** Or how many stands it costs, of a vehicle hits to be recorded. Default: null. */
  stands_lost?: number | null;
  /** The faces that hit; without them a profile must know them by weapon, band and target. Default: null. */
  hit_faces?: number[] | null;
  /** The range. Default: null. */
  band?: RangeBand | null;
  /** How many stands each hit costs; without it a profile must know it by weapon. Default: null. */
  losses_per_hit?: number | null;
}

/** The outcome of an assault. */
export interface AssaultOutcome {
  /** Whether there was a melee, or why not. */
  ended: Ended;
  /** Who holds the position that was attacked. */
  holder: Holder;
  /** The attacking units, in listed order. */
  attackers: UnitAfterAssault[];
  /** The defending units, in listed order. */
  defenders: UnitAfterAssault[];
  /** The units in support that the request names, each once, in the order of their first volley. */
  support: UnitAfterAssault[];
}

export type Ended = "melee" | "no_contact" | "attackers_gone" | "position_falls";

export type Holder = "attacker" | "defender" | "nobody";

/** A unit after a charge or a whole assault. */
export interface UnitAfterAssault {
  /** What it is called. */
  name: string;
  /** The unit as it is now, of a lost train its guards as infantry; null if nothing of it is left. */
  unit: Unit | null;
  /** Whether it stays, withdraws after a passed test ("away"), goes to the rear, falls back to where its charge began, or goes "nowhere" because nothing is left. */
  goes: "stays" | "away" | "rear" | "starting_position" | "nowhere";
  /** How far it goes, in inches; null if that is not known. */
  moved: number | null;
  /** How far it came forward before that, in inches: an attacker into contact or, if the charge reaches nobody, its whole move, though not past where the nearest unit stood. */
  advanced: number | null;
  /** Whether that takes it off the table; null if that is not known. */
  off_table: boolean | null;
  /** What the table for hits says of petrol bombs that hit it. */
  effects: string[];
  /** How its test for suppressed fire of this turn went, if it took one: the `earlier_test` of the next question about it in the same turn. */
  fire_test: "none" | "passed" | "failed";
}

/** A charge that is announced. */
export interface ChargeRequest {
  /** The units that charge. */
  attackers: Charger[];
  /** The units that they charge. */
  defenders: Charged[];
  /** The fire at the attackers, by anyone who may fire at their path. Default: []. */
  defensive_fire?: Shot[];
  /** The fire at the defenders after that. Default: []. */
  attacking_fire?: Shot[];
}

/** Who is left when the charge goes home. */
export interface ChargeOutcome {
  /** Whether there is a melee, or why not. */
  ended: Ended;
  /** The attacking units, in listed order. */
  attackers: UnitAfterAssault[];
  /** The defending units, in listed order. */
  defenders: UnitAfterAssault[];
  /** The numbers of the attackers that fight on. */
  attackers_left: number[];
  /** The numbers of the defenders that they fight, or that hold the position. */
  defenders_left: number[];
  /** The units in support that the request names, each once, in the order of their first volley. */
  support: UnitAfterAssault[];
}

/** A unit that tries to withdraw when a charge at it is announced. */
export interface WithdrawRequest {
  /** The unit, with its full move unless a profile knows that. */
  unit: Unit;
  /** How far the charger is from it when the charge is announced, in inches. */
  gap: number;
  /** The charger's whole move, in inches. */
  charger_move: number;
  /** Whether a tank charges it. Default: false. */
  by_tank?: boolean;
}

/** What happened to a unit that tried to withdraw. */
export interface WithdrawOutcome {
  /** Whether it passed its test. */
  passed: boolean;
  /** The stands left that count for morale; its Cheka may have shot one. */
  stands: number;
  /** Whether it withdraws after a passed test ("away"), falls back ("rear") or stands. */
  goes: "away" | "rear" | "stays";
  /** How far it retires, in inches. */
  retired: number;
  /** Whether it is marked as falling back afterwards. */
  falling_back: boolean;
  /** Whether it leaves the table; null if it is not known how far the edge is. */
  off_table: boolean | null;
  /** Whether the charger still reaches it, so that there is a melee; null if it would, but the unit may have left the table. */
  contact: boolean | null;
}

/** An attack at the moment when contact is announced. */
export interface VehicleFrightRequest {
  /** The types of the attacking units. */
  attackers: UnitType[];
  /** The units that they attack. */
  defenders: Attacked[];
  /** The whole move of the unit that would follow, of several the longest, in inches. Default: null. */
  charger_move?: number | null;
}

/** A unit that is about to be attacked in melee. */
export interface Attacked {
  /** The unit. */
  unit: Unit;
  /** How far the charger is from it when the charge is announced, in inches. Default: null. */
  gap?: number | null;
}

/** Who fled from the tank. */
export interface VehicleFrightOutcome {
  /** Each unit that is attacked, in listed order. */
  units: Frightened[];
}

/** How one unit reacts to the attackers. */
export interface Frightened {
  /** Whether it stands. */
  stands_firm: boolean;
  /** Whether its guns are limbered up. */
  limbered: boolean;
  /** How far it falls back, in inches; null if its full move is not known. */
  moved: number | null;
  /** Whether that takes it off the table; null if that cannot be known. */
  off_table: boolean | null;
  /** Whether it is marked as falling back afterwards. */
  falling_back: boolean;
  /** Whether the charger reaches it; null if a distance that decides it, that to the table edge included, is not known. */
  contact: boolean | null;
}

/** All contacts of an attack. */
export interface FlankOrRearRequest {
  /** Each attacker with the defender that it meets. */
  contacts: FacingContact[];
}

/** Where one attacker makes contact with one defender. */
export interface FacingContact {
  /** Where the defender stands. */
  defender: Point;
  /** The bearing that the defender faces. */
  faces: number;
  /** Where the attacker comes from: any position on the attacker's side of the contact. */
  attacker: Point;
}

/** A position on the table, or beside it, where a number may be negative. */
export interface Point {
  /** How far east of the south-west corner. */
  x: number;
  /** How far north of it. */
  y: number;
}

/** Whether an attack is made in flank or rear. */
export interface FlankOrRearOutcome {
  /** Whether any contact is in the flank or rear of its defender. */
  flank_or_rear: boolean;
}

/** A charge along a straight path and all who might fire at it. */
export interface DefensiveFireRequest {
  /** Where the charge begins. */
  start: Point;
  /** Where it makes contact. */
  end: Point;
  /** The possible firers. */
  firers: Firer[];
}

/** A unit of the defending side that might fire at a charge. */
export interface Firer {
  /** What it is called. Default: "". */
  name?: string;
  /** Where it stands. */
  position: Point;
  /** How far its weapon reaches, in inches. */
  weapon_range: number;
  /** Whether it sees the part of the path that it would fire at. Default: true. */
  in_sight?: boolean;
  /** Whether it is suppressed. Default: false. */
  suppressed?: boolean;
  /** How its test for suppressed fire went this turn, if it took one. Default: "none". */
  earlier_test?: "none" | "passed" | "failed";
  /** Whether it has already fired in this step. Default: false. */
  has_fired?: boolean;
}

/** Who may fire at a charge. */
export interface DefensiveFireOutcome {
  /** Each possible firer, in listed order. */
  firers: MayFire[];
}

/** Whether one unit may fire at a charge. */
export interface MayFire {
  /** How far the nearest point of the path is from it, in inches to the nearest thousandth. */
  range: number;
  /** Whether it may fire. */
  eligible: boolean;
  /** What keeps it from firing, the first that holds. */
  hindrance: Hindrance;
}

export type Hindrance = "none" | "already_fired" | "no_sight" | "out_of_range" | "must_test_first" | "failed_its_test";

/** One volley: some dice against one set of faces. */
export interface FireRequest {
  /** How many D10. */
  dice: number;
  /** The faces that hit. Default: null. */
  hit_faces?: number[] | null;
  /** The weapon. Default: null. */
  weapon?: Weapon | null;
  /** The range. Default: null. */
  band?: RangeBand | null;
  /** What the target is in, or is. Default: null. */
  target?: TargetState | null;
}

/** How many dice hit. */
export interface FireOutcome {
  /** The hits. */
  hits: number;
}

/** All that is fired at one unit in one step. */
export interface FireAttackRequest {
  /** The unit that is fired at. */
  unit: Unit;
  /** The fire at it, in the order of the dice. */
  volleys: Volley[];
  /** Whether this is the first fire phase of the turn. Default: false. */
  phase_1?: boolean;
}

/** What fire did to its target. */
export interface FireAttackOutcome {
  /** Stands lost, of a vehicle hits recorded. */
  stands_lost: number;
  /** Whether the leader died in place of a stand. */
  leader_killed: boolean;
  /** Whether the priest died in place of a stand. */
  priest_killed: boolean;
  /** Whether the Cheka stand was lost. */
  cheka_lost: boolean;
  /** Whether nothing of the unit is left. */
  destroyed: boolean;
  /** Whether it is suppressed afterwards. */
  suppressed: boolean;
  /** Whether it must test for casualties. */
  casualties: boolean;
  /** How an armoured train took artillery fire; null for any other unit or fire. */
  train: TrainUnderFireOutcome | null;
  /** What the table for hits says of a tank or an armoured car. */
  effects: string[];
  /** Whether its hits would go to the table of the lost first part and no profile supplies it. */
  table_missing: boolean;
}

/** An armoured train after it was fired at. */
export interface TrainUnderFireOutcome {
  /** The hits recorded now, 8 at most. */
  hits: number;
  /** Whether the eighth hit has destroyed it. */
  destroyed: boolean;
  /** Whether it tested morale. */
  tested: boolean;
  /** Whether it passed; null if it did not test. */
  passed: boolean | null;
  /** How far it backs off, in inches; null if the length of a full move is not known. */
  moved: number | null;
  /** Whether that takes it off the table; null if that cannot be known. */
  off_table: boolean | null;
  /** The guards of a destroyed train, an ordinary infantry unit from now on. */
  freed_guards: number;
}

/** A melee at the moment of the dice: after contact, after all fire, and after the morale tests that it called for. */
export interface MeleeRequest {
  /** The units that attack. */
  attackers: Unit[];
  /** The units that are attacked. */
  defenders: Unit[];
  /** Whether any attacker makes contact in the flank or rear of any defender. Default: false. */
  flank_or_rear?: boolean;
}

/** Who won a melee and what it cost. */
export interface MeleeOutcome {
  /** Who won; the defender also when the attacker was short of the 3 that defences demand. */
  winner: RequestRole;
  /** The attacker's total less the defender's. */
  margin: number;
  /** Whether the defender held defences because the attacker did not win by 3. */
  repulse: boolean;
  /** What was added to the attacker's die. */
  attacker_modifier: number;
  /** What was added to the defender's die. */
  defender_modifier: number;
  /** The attacking units afterwards, in listed order. */
  attackers: UnitAfterMelee[];
  /** The defending units afterwards, in listed order. */
  defenders: UnitAfterMelee[];
  /** Whether infantry that was attacked by a tank has won and may throw petrol bombs. */
  petrol_bombs_allowed: boolean;
}

export type RequestRole = "attacker" | "defender";

/** A unit after a melee. */
export interface UnitAfterMelee {
  /** What it is called. */
  name: string;
  /** The stands left, guards included. */
  strength: number;
  /** Stands lost, or hits recorded, in this melee. */
  stands_lost: number;
  /** Guards of an armoured train lost in this melee. */
  guards_lost: number;
  /** Whether nothing of it is left or, of a train, whether it is lost though guards still stand. */
  destroyed: boolean;
  /** Whether its leader died in place of a stand. */
  leader_killed: boolean;
  /** Whether its priest died in place of a stand. */
  priest_killed: boolean;
  /** Whether it (or the guards of a lost train) stays, falls back to where its charge began, or goes one full move; "nowhere" if nothing is left. */
  goes: "stays" | "starting_position" | "rear" | "nowhere";
  /** How far it falls back, in inches; null if that is not known here. */
  moved: number | null;
  /** Whether it falls back off the table; null if that is not known here. */
  off_table: boolean | null;
  /** Whether it must test for casualties. */
  casualties: boolean;
}

/** Infantry that may throw petrol bombs at tanks. */
export interface PetrolBombsRequest {
  /** Whether it has won a melee against the tanks, before they fall back, or is near them in its own fire phase. */
  situation: Situation;
  /** The infantry as it is now, after the melee if there was one. */
  unit: Unit;
  /** The tanks within reach. */
  tanks: BombTarget[];
  /** Whether the tanks began the melee. Default: true. */
  tanks_attacked?: boolean;
  /** Whether the infantry won it. Default: true. */
  infantry_won?: boolean;
}

export type Situation = "won_melee" | "near_tank";

/** What bombs are thrown at. */
export interface BombTarget {
  /** What it is; only tanks may be bombed. Default: "tank". */
  type?: UnitType;
  /** The hits recorded against it. Default: 0. */
  hits?: number;
  /** How many stands of the infantry are within 1 inch of it, a stand that is near several tanks counted with the one that it is to throw at; only for the situation near_tank. Default: null. */
  stands_near?: number | null;
}

/** What petrol bombs did. */
export interface PetrolBombsOutcome {
  /** How the infantry's test went; null if no test was needed or no stand throws. */
  morale: MoraleOutcome | null;
  /** How many stands threw. */
  thrown: number;
  /** Stands that their own bombs cost. */
  stands_lost: number;
  /** The infantry stands left. */
  stands: number;
  /** Whether no infantry stand is left. */
  destroyed: boolean;
  /** Whether the infantry must test for casualties, from before or for stands that its bombs cost. */
  casualties: boolean;
  /** Each tank, in listed order. */
  tanks: TankAfterBombs[];
  /** Whether a hit would go to the table of the lost first part and no profile supplies it. */
  table_missing: boolean;
}

/** How a morale test went. */
export interface MoraleOutcome {
  /** The modified base number: what the natural D10 needs, or less. */
  base: number;
  /** Whether it was passed in the end. */
  passed: boolean;
  /** Whether the Cheka shot a stand for a second roll. */
  liquidated: boolean;
  /** The stands left that count for morale. */
  stands: number;
  /** How many full moves the unit goes to the rear. */
  moves: 0 | 1 | 2;
  /** The same in inches; null if the length of a full move is not known. */
  moved: number | null;
  /** Whether that takes it off the table; null if that cannot be known. */
  off_table: boolean | null;
  /** Whether it is marked as falling back afterwards. */
  falling_back: boolean;
  /** Whether it still must test for casualties. */
  casualties: boolean;
}

/** A tank after petrol bombs. */
export interface TankAfterBombs {
  /** The hits recorded against it. */
  hits: number;
  /** Whether it is destroyed. */
  destroyed: boolean;
  /** What the table for hits adds, in the order of its rows. */
  effects: string[];
}

/** A unit that is to lose a number of stands. */
export interface CasualtiesRequest {
  /** The unit. */
  unit: Unit;
  /** How many stands it is to lose; beyond the last it loses no more. */
  count: number;
  /** What costs them. */
  source: Source;
}

export type Source = "fire" | "melee";

/** Who died. */
export interface CasualtiesOutcome {
  /** Stands lost, or hits recorded. */
  stands_lost: number;
  /** Guards of an armoured train lost. */
  guards_lost: number;
  /** Whether the leader died in place of a stand. */
  leader_killed: boolean;
  /** Whether the priest died in place of a stand. */
  priest_killed: boolean;
  /** Whether nothing of the unit is left or, of a train, whether it is lost though guards still stand. */
  destroyed: boolean;
  /** Whether a leader is with it afterwards; never if nothing of it is left. */
  has_leader: boolean;
  /** Whether the unit must test for casualties. */
  casualties: boolean;
  /** Whether its Cheka stand was lost with a stand. */
  cheka_lost: boolean;
}

/** A move straight toward the unit's own table edge. */
export interface FallBackRequest {
  /** One full move, in inches or dice. */
  full_move: number | DiceMove;
  /** How many full moves: 1, or 2 for double distance. Default: 1. */
  moves?: Moves;
  /** How far it is to the edge, for a train along its track, in inches; null if unknown. Default: null. */
  edge_distance?: number | null;
  /** How far it is to the first obstacle that the unit cannot pass; null if there is none. Default: null. */
  obstacle_distance?: number | null;
}

export type Moves = 1 | 2;

/** Where a move to the rear ends. */
export interface FallBackOutcome {
  /** Inches of the move, up to an obstacle, whether or not the table ends before. */
  moved: number;
  /** Whether it takes the unit off the table and out of the game; null if it is not known how far the edge is. */
  off_table: boolean | null;
}

/** Who is to lead from the front, and who is to stop it. */
export interface HeroicLeadersRequest {
  /** The units of a side. */
  units: Unit[];
  /** The numbers of the units whose leaders go to the front. Default: []. */
  declared?: number[];
  /** The numbers of the units whose leaders step back. Default: []. */
  revoked?: number[];
  /** Whether it is the start of the owner's turn. Default: true. */
  at_start_of_own_turn?: boolean;
}

/** The units of a side after its leaders were placed. */
export interface HeroicLeadersOutcome {
  /** Every unit, in listed order. */
  units: Unit[];
}

/** One morale test. */
export interface MoraleTestRequest {
  /** The unit that tests. */
  unit: Unit;
  /** Why it tests. Default: "routine". */
  cause?: Cause;
}

export type Cause =
  | "routine"
  | "withdraw"
  | "between_fire_and_melee"
  | "suppressed_fire"
  | "petrol_bombs"
  | "train_artillery";

/** All units of a side, or of both, in the morale phase. */
export interface MoralePhaseRequest {
  /** The units in the order in which they test. */
  units: Unit[];
}

/** How the morale phase went. */
export interface MoralePhaseOutcome {
  /** For each unit, in the order of the request, how its test went; null if it did not have to test. */
  tests: (MoraleOutcome | null)[];
  /** How many units left the table; null if that is not known of one that went to the rear. */
  lost: number | null;
}

/** An activation roll, whose number the lost first part of the rules defines. */
export interface ActivationRequest {
  /** The modified base number: what the D10 needs, or less; by default what the profile says of its type. Default: null. */
  base?: number | null;
  /** The type of unit, which the profile's numbers go by. Default: null. */
  type?: UnitType | null;
  /** The stands of the unit. */
  stands: number;
  /** Whether a stand of Cheka is attached. Default: false. */
  cheka?: boolean;
  /** One full move, in inches or dice; only needed to say how far a second failure sends it. Default: null. */
  full_move?: number | DiceMove | null;
  /** How far it is from its own table edge, in inches. Default: null. */
  edge_distance?: number | null;
  /** How far it is to the first obstacle on its way to that edge that it cannot pass, in inches; null if there is none. Default: null. */
  obstacle_distance?: number | null;
}

/** How an activation roll went. */
export interface ActivationOutcome {
  /** Whether the unit activates. */
  passed: boolean;
  /** Whether the Cheka shot a stand for a second roll. */
  liquidated: boolean;
  /** The stands left. */
  stands: number;
  /** Full moves to the rear: 2 after a second failure. */
  moves: 0 | 2;
  /** The same in inches; null if the length of a full move is not known. */
  moved: number | null;
  /** Whether that takes it off the table; null if that cannot be known. */
  off_table: boolean | null;
  /** Whether the failure marks it as falling back. */
  falling_back: boolean;
}

/** A unit that wants to fire after it came under fire. */
export interface SuppressedFireRequest {
  /** The unit; it is suppressed if it is marked so or lost a stand in phase 1. */
  unit: Unit;
  /** Whether it lost a stand to fire in the first fire phase of this turn. Default: false. */
  lost_stand_in_phase_1?: boolean;
  /** Whether the fire that it intends still belongs to that phase. Default: false. */
  fires_in_phase_1?: boolean;
  /** How its test of this turn went, if it took one: there is one attempt a turn. Default: "none". */
  earlier_test?: "none" | "passed" | "failed";
}

/** Whether a unit may fire. */
export interface SuppressedFireOutcome {
  /** Whether it is suppressed; the marker stays to the end of the turn, even after a passed test. */
  suppressed: boolean;
  /** Whether it may fire, then for the rest of the turn. */
  may_fire: boolean;
  /** How its morale test went; null if none was needed. */
  test: MoraleOutcome | null;
}

/** A tank or an armoured car that wants to move, or to charge. */
export interface VehicleActivationRequest {
  /** The hits recorded against it. */
  hits: number;
  /** How its roll of this turn went, if it made one; there is one roll a turn. Default: "none". */
  earlier_roll?: "none" | "passed" | "failed";
}

/** Whether a vehicle moves. */
export interface VehicleActivationOutcome {
  /** Whether it may move; otherwise it has broken down for this turn and is stationary when it fires. */
  moves: boolean;
}

/** A vehicle that fires at one target. */
export interface VehicleFireDiceRequest {
  /** Which vehicle it is. */
  vehicle: ArmedVehicle;
  /** The arc that the target is in, or its bearing in degrees clockwise off the vehicle's nose. */
  target: Arc | number;
  /** Whether the vehicle moved this turn; one that broke down did not. */
  has_moved: boolean;
  /** The machine guns of a car with one turret, 1 or 2; there is no default, and only for that car. Default: null. */
  turret_guns?: number | null;
}

export type ArmedVehicle =
  | "twin_turret_car"
  | "single_turret_car"
  | "mark_iv_male"
  | "mark_iv_female"
  | "ft17_male"
  | "ft17_female";

export type Arc = "front" | "rear" | "left" | "right";

/** What a vehicle can fire at a target. */
export interface VehicleFireDiceOutcome {
  /** The d10s of its machine guns. */
  machine_gun_dice: number;
  /** The d10s of its light guns. */
  light_gun_dice: number;
}

/** A tank, an armoured car or an armoured train that takes more hits. */
export interface VehicleDamageRequest {
  /** What it is. */
  type: "tank" | "armoured_car" | "armoured_train";
  /** The hits recorded before. */
  hits: number;
  /** The new ones; how guns score them was said in the lost first part of the rules. */
  new_hits: number;
  /** The guard stands of a train. Default: 0. */
  guards?: number;
  /** Whether the new hits on a tank or an armoured car are rolled on the hit table, as those of petrol bombs are. Default: true. */
  rolled_on_table?: boolean;
  /** The hit table, unless the profile has it. Default: null. */
  hit_table?: VehicleHitTable | null;
}

/** A vehicle or train after more hits. */
export interface VehicleDamageOutcome {
  /** The hits recorded now, 8 at most. */
  hits: number;
  /** Its current morale, which is its strength as well. */
  morale: number;
  /** Whether it is destroyed or, of a train, lost. */
  destroyed: boolean;
  /** The guards of a lost train, an ordinary infantry unit from now on. */
  freed_guards: number;
  /** What the hit table said, in the order of its rows. */
  table_effects: string[];
  /** Whether hits should have been rolled on the hit table and no profile supplies it. */
  table_missing: boolean;
}

/** An armoured train at which weapons of one sort have fired in one fire phase, all of them together. */
export interface TrainUnderFireRequest {
  /** The train. */
  train: Unit;
  /** What fired at it. */
  weapon: Weapon;
  /** The hits that they scored; how guns score them was said in the lost first part of the rules. Default: 0. */
  new_hits?: number;
  /** Whether it has tested in this fire phase; there is one test in each. Default: false. */
  already_tested?: boolean;
}

/** A Force HQ that the enemy may have reached. */
export interface HqOverrunRequest {
  /** The type of the enemy unit that ended its move in contact with the HQ; null if there is none. Default: null. */
  enemy?: UnitType | null;
  /** Whether that unit is marked as falling back. Default: false. */
  enemy_falling_back?: boolean;
  /** Whether a friendly unit is in contact with that enemy. Default: false. */
  friend_in_contact?: boolean;
  /** Whether the HQ is aboard an armoured train. Default: false. */
  aboard_train?: boolean;
  /** Whether that train is lost. Default: false. */
  train_lost?: boolean;
  /** Whether the commander is away, leading a unit heroically. Default: false. */
  commander_leads?: boolean;
}

/** What happened to a Force HQ. */
export interface HqOverrunOutcome {
  /** Whether it is overrun, and removed from the table. */
  overrun: boolean;
  /** What that counts for Major Morale; a train that was lost with it counts for itself. */
  lost_units: number;
  /** Whether the army's commander is still in the game. */
  commander_survives: boolean;
}

/** An army at the end of a turn. */
export interface MajorMoraleRequest {
  /** Whose army it is. */
  side: Side;
  /** Its units and losses, as a log or as counts. */
  army: ArmyLog | ArmyCount;
  /** Enemy armoured trains captured, or driven off the table; one that was merely destroyed does not count. Default: 0. */
  enemy_trains_forced_off?: number;
  /** Whether it cuts the supply line of the enemy at this moment. Default: false. */
  enemy_supply_cut?: boolean;
}

/** An army as a log of every unit that it had at the start of the game. */
export interface ArmyLog {
  kind: "army_log";
  /** All its units, those that are lost too. */
  units: ArmyUnit[];
  /** Whether the enemy cuts its supply line at this moment. Default: false. */
  supply_cut?: boolean;
}

/** One line of the log: a unit that an army had at the start of the game. */
export interface ArmyUnit {
  /** The kind of unit. */
  type: ArmyUnitType;
  /** What to call it; by default its number in the log. Default: "". */
  name?: string;
  /** What became of it. Default: "in_play". */
  fate?: Fate;
  /** Stands at the start of the game; only for troops, and needed while they are in play. Default: null. */
  starting_stands?: number | null;
  /** Stands now; only for troops. Default: null. */
  stands?: number | null;
  /** Hits recorded so far; only for vehicles. Default: null. */
  hits?: number | null;
}

export type ArmyUnitType =
  | "infantry"
  | "cavalry"
  | "artillery"
  | "machine_gun"
  | "tchanka"
  | "droshky"
  | "wagon"
  | "command"
  | "tank"
  | "armoured_car"
  | "armoured_train"
  | "force_hq"
  | "ship";

export type Fate = "in_play" | "destroyed" | "surrendered" | "off_table";

/** An army as counts. */
export interface ArmyCount {
  kind: "army_count";
  /** Its units at the start of the game, trains and the Force HQ included, each as one. */
  units: number;
  /** Units lost, each counted once: destroyed, surrendered, off the field, or at half strength or less. Default: 0. */
  lost?: number;
  /** Armoured trains lost: destroyed, captured, or driven off the table. Default: 0. */
  trains_lost?: number;
  /** How many of these the enemy captured or drove off the table. Default: 0. */
  trains_forced_off?: number;
  /** Whether the enemy cuts its supply line at this moment. Default: false. */
  supply_cut?: boolean;
}

/** How an army stands at the end of a turn. */
export interface MajorMoraleOutcome {
  /** Its net losses in units, never below 0. */
  net_losses: number;
  /** The row of the table that they fall into. */
  row: string;
  /** Whether it tested Major Morale. */
  tested: boolean;
  /** Whether it is broken. */
  broken: boolean;
}

/** Both armies at the end of a turn. */
export interface EndOfTurnRequest {
  /** The Red army, as a log or as counts. */
  red: ArmyLog | ArmyCount;
  /** The White army, as a log or as counts. */
  white: ArmyLog | ArmyCount;
  /** Units that may be suppressed, of either side. Default: []. */
  units?: Unit[];
}

/** The state of the game when a turn has ended. */
export interface EndOfTurnOutcome {
  /** The units of the request, none of them still suppressed. */
  units: Unit[];
  /** How the Red army stands. */
  red: MajorMoraleOutcome;
  /** How the White army stands. */
  white: MajorMoraleOutcome;
  /** Who has won; "draw" if both armies broke, "none" if neither did and the game goes on. */
  winner: "none" | "red" | "white" | "draw";
}

/** A ship that launches boats that it carries. */
export interface LaunchBoatsRequest {
  /** The boats that it has aboard. */
  carried: number;
  /** How many of them it launches, declared before the roll; no D6 reaches more than 6. */
  boats: number;
  /** Whether it has tried before in this turn. Default: false. */
  tried_this_turn?: boolean;
}

/** Whether boats are in the water. */
export interface LaunchBoatsOutcome {
  /** How many are launched: all that were declared, or none. */
  launched: number;
  /** How many are still aboard. */
  carried: number;
}

/** A vessel that moves this turn. */
export interface VesselMoveRequest {
  /** The vessel. */
  vessel: Vessel;
  /** The section in which it lies, then those that it wants to go through. */
  path: RiverSection[];
  /** Whether a boat is rowed this turn. Default: false. */
  rowed?: boolean;
}

/** A ship, a launch or a boat with the state that it carries from turn to turn. */
export interface Vessel {
  /** A ship is large and has engines, a launch is a boat with an engine, a boat has none. */
  type: VesselType;
  /** Whether a ship is a warship or a merchant; it matters for horses only. Default: null. */
  kind?: "warship" | "merchant" | null;
  /** What to call it. Default: "". */
  name?: string;
  /** The morale number of a ship; by default 8. Default: null. */
  morale?: number | null;
  /** The damage of a ship, which lowers its morale. Default: 0. */
  damage?: number;
  /** Icebreaker tests that a ship failed in a row up to its last turn; 0 after a test passed and after a turn without one. Default: 0. */
  failures?: number;
  /** The D6 that a ship moves by each turn; by default 4. Default: null. */
  dice?: number | null;
  /** The stands that a ship carries; by default 16. Default: null. */
  capacity?: number | null;
  /** What it has in tow. Default: []. */
  towing?: VesselType[];
  /** What has it in tow. Default: "nothing". */
  towed_by?: "nothing" | "ship" | "launch";
}

export type VesselType = "ship" | "launch" | "boat";

/** A section of a river. */
export interface RiverSection {
  /** What its water is like. */
  state: RiverState;
  /** The number that the game master gives to its ice; only for thin ice and ice-choked water, which need it. Default: null. */
  thickness?: number | null;
  /** How long it is, in inches: at most 24 with thin ice or ice-choked water, which need it. Default: null. */
  length?: number | null;
  /** Whether a bridge on the way through it is too low for the vessel. Default: false. */
  bridge_low?: boolean;
  /** Whether it is too shallow for the vessel. Default: false. */
  shallow?: boolean;
  /** What to call it. Default: "". */
  name?: string;
}

export type RiverState = "frozen" | "thin_ice" | "unfrozen" | "ice_choked";

/** How far a vessel goes. */
export interface VesselMoveOutcome {
  /** How many D6 it moves by. */
  dice: number;
  /** How far it may go, in inches; null for what is in tow, which goes as far as its tower. */
  moved: number | null;
}

/** A vessel with everything that it is to carry and to tow. */
export interface EmbarkRequest {
  /** The vessel, with what it has in tow. */
  vessel: Vessel;
  /** Everything that it is to carry. Default: []. */
  loads?: Load[];
  /** Whether the game master allows horses on this warship. Default: false. */
  warship_horses_allowed?: boolean;
}

/** Stands that are to go aboard. */
export interface Load {
  /** What they are; dismounted cavalry is infantry, a gun's crew without its gun is artillery. */
  type: UnitType;
  /** How many, each taking up the room of one. */
  stands: number;
  /** Whether horses come with troops whose type does not say so, such as horse artillery. Default: false. */
  horses?: boolean;
}

/** What a vessel carries. */
export interface EmbarkOutcome {
  /** The stands aboard. */
  stands: number;
  /** The stands for which there is room left. */
  room: number;
}

/** A land unit that crosses a river. */
export interface RiverCrossingRequest {
  /** The unit. */
  unit: Unit;
  /** What the river is like where it crosses. */
  state: RiverState;
  /** Whether it crosses on a bridge. Default: false. */
  bridge?: boolean;
  /** Whether there is a ford, as the game master says; it helps across unfrozen rivers only. Default: "none". */
  ford?: Ford;
  /** Whether the game master lets artillery, wagons and vehicles cross frozen rivers. Default: false. */
  frozen_heavy_allowed?: boolean;
}

export type Ford = "none" | "designated" | "to_be_found";

/** Who is across a river. */
export interface RiverCrossingOutcome {
  /** The stands of the unit that are across; of a vehicle, 8 less its hits. */
  stands: number;
  /** The stands of the unit that fell through the ice. */
  stands_lost: number;
  /** Whether its attached machine gun or tchanka fell through. */
  machine_gun_lost: boolean;
  /** Whether its Cheka stand fell through. */
  cheka_lost: boolean;
  /** Whether its leader was lost with the whole unit. */
  leader_lost: boolean;
  /** Whether its priest was lost with the whole unit. */
  priest_lost: boolean;
  /** Whether none of its own stands is left. */
  destroyed: boolean;
  /** Whether it must test for casualties. */
  casualties: boolean;
}

/** A lead ship that tries to move through thin ice this turn. */
export interface IcebreakerRequest {
  /** The ship. */
  vessel: Vessel;
  /** The section in which it lies, then those that it wants to go through. */
  path: RiverSection[];
  /** How far it is, in inches, from the ship to the end of the section in which it lies. */
  to_edge: number;
  /** Whether the ship that led before left in this turn; the next one leads from the next. Default: false. */
  leader_left_this_turn?: boolean;
}

/** The outcome for a lead ship in thin ice. */
export interface IcebreakerOutcome {
  /** Whether it passed its test; otherwise it is halted for the turn, or leaves. */
  passed: boolean;
  /** Whether it turns and leaves the game, having failed twice in a row. */
  exits: boolean;
  /** The tests that it has failed in a row, this one included. */
  failures: 0 | 1 | 2;
  /** How far it went, in inches. */
  moved: number;
  /** How many sections of the path it entered, besides the one in which it lay. */
  entered: number;
  /** Whether the ice of the next section, an ice-choked one, stopped it at its near edge. */
  stopped: boolean;
  /** The sections afterwards; those in its wake are ice-choked. */
  path: RiverSection[];
}

/** A ship that moves in ice-choked water. */
export interface IceChokedMoveRequest {
  /** The ship. */
  vessel: Vessel;
  /** The section in which it lies, then those that it wants to go through. */
  path: RiverSection[];
  /** How far it is, in inches, from the ship to the end of the section in which it lies. */
  to_edge: number;
  /** How far ahead, in inches, a halted icebreaker lies, which it may not pass; null if none does. Default: null. */
  halted_icebreaker?: number | null;
}

/** How far a ship came in an ice-choked river. */
export interface IceChokedMoveOutcome {
  /** How far it went, in inches. */
  moved: number;
  /** How many sections of the path it entered, besides the one in which it lay. */
  entered: number;
  /** Whether the ice of the next section stopped it at its near edge. */
  stopped: boolean;
}

/** A boat or launch that moves in ice-choked water this turn. */
export interface BoatSafetyRequest {
  /** The boat or launch. */
  vessel: Vessel;
  /** The section in which it lies, then those that it wants to go through. */
  path: RiverSection[];
  /** Whether a boat is rowed this turn. Default: false. */
  rowed?: boolean;
  /** What it carries; null if it is empty. Default: null. */
  load?: Load | null;
}

/** The outcome for a boat or launch among ice floes. */
export interface BoatSafetyOutcome {
  /** Whether it overturns and is lost with everything in it. */
  overturned: boolean;
  /** The stands lost with it, casualties of their units. */
  stands_lost: number;
  /** How far it may go, in inches; null for what is in tow, which goes as far as its tower. */
  moved: number | null;
}

/** The aircraft of a scenario, before its first turn. */
export interface AircraftArrivalRequest {
  /** All of them. */
  aircraft: Arrival[];
}

/** An aircraft that the scenario gives to a side. */
export interface Arrival {
  /** Whose it is. */
  side: Side;
  /** On which turn it arrives; null if the scenario does not say. Default: null. */
  turn?: number | null;
  /** What to call it. Default: "". */
  name?: string;
}

/** When aircraft arrive. */
export interface AircraftArrivalOutcome {
  /** The turn on which each arrives, in listed order. */
  turns: number[];
}

/** An aircraft that has appeared above the battlefield. */
export interface PatrolRequest {
  /** What it is. */
  type: AircraftType;
  /** The current turn. */
  turn: number;
  /** What it is to do; null leaves it to the choice ``patrol``. Default: null. */
  order?: PatrolOrder | null;
  /** The turn, this one or a later one, on which an enemy aircraft appears; null if none does. Default: null. */
  enemy_turn?: number | null;
  /** What that enemy is. Default: "fighter". */
  enemy_type?: AircraftType;
}

export type AircraftType = "fighter" | "bomber" | "observation";

export type PatrolOrder = "patrol" | "attack";

/** What an aircraft does once it is over the battlefield. */
export interface PatrolOutcome {
  /** Whether it ends up on patrol or in combat mode, flying flight turns. */
  mode: "patrol" | "combat";
  /** The turns that an undisturbed patrol lasts, this one included, as `Aircraft` keeps them; 0 in combat mode. */
  patrol_turns_left: number;
  /** The turn from which it is in combat mode; null for an undisturbed patrol. */
  combat_from: number | null;
  /** The flight turns of every aircraft that goes into combat mode here; 0 if none does. */
  flight_turns_left: number;
  /** Who attacks whom when an enemy breaks off the patrol: both each other, or the patroller alone. */
  attackers: "nobody" | "patroller" | "both";
}

/** An aircraft that flies along its string. */
export interface FlightMoveRequest {
  /** How many D6 it flies; null leaves it to the choice ``flight_dice``. Default: null. */
  dice?: number | null;
  /** How much of the string lies ahead, in inches; null if more than it can fly. Default: null. */
  string_left?: number | null;
  /** Whether the string ends on an edge of the table. Default: false. */
  ends_at_edge?: boolean;
  /** Where the aircraft sat when this turn's string was laid; null if it enters with this string. Default: null. */
  aircraft_at?: Point | null;
  /** Where the string starts; by default where the aircraft sits or, when it enters, on an edge. Default: null. */
  string_starts_at?: Point | null;
}

/** Where a flight turn ends. */
export interface FlightMoveOutcome {
  /** How far along the string it flew, in inches. */
  moved: number;
  /** Whether it has flown off the table. */
  left_table: boolean;
}

/** An aircraft that strafes a target on the ground. */
export interface StrafeRequest {
  /** Who flies it. Default: "ordinary". */
  pilot?: Pilot;
  /** The faces of a d10 that hit at normal range; null takes those of the profile. Default: null. */
  normal?: number[] | null;
  /** The faces of a d10 that hit at point-blank range; null takes those of the profile. Default: null. */
  point_blank?: number[] | null;
  /** What the target is in, or is; only the profile asks for it. Default: "open". */
  target?: TargetState;
}

export type Pilot = "ace" | "ordinary" | "novice";

/** What strafing did. */
export interface StrafeOutcome {
  /** The hits on the target. */
  hits: number;
}

/** A bomb that is dropped on a target under the path just flown. */
export interface BombRequest {
  /** Who drops it. Default: "ordinary". */
  pilot?: Pilot;
  /** The point that it is aimed at; null if nobody measures where it lands. Default: null. */
  aim?: Point | null;
  /** The bearing of the line of flight there; with `aim` only. Default: null. */
  course?: number | null;
  /** The units near there, of either side, where they stand: a bomb strikes whoever is where it lands. Default: []. */
  near?: Group[];
}

/** A unit on the table: bases that act together. */
export interface Group {
  /** What it is called; tables and reports tell groups apart by it. */
  name: string;
  /** Its bases, in an order that moves keep. */
  bases: Base[];
}

/** A rectangular base. */
export interface Base {
  /** The middle of its front edge. */
  at: Point;
  /** The bearing that it faces, from 0 up to 360 degrees. */
  facing: number;
  /** How wide it is. */
  frontage: number;
  /** How deep. */
  depth: number;
}

/** Where a bomb landed. */
export interface BombOutcome {
  /** Whether it landed on what it was aimed at. */
  direct_hit: boolean;
  /** Which way it missed; null for a direct hit. */
  direction: Direction | null;
  /** How far from what it was aimed at it landed, in inches; 0 for a direct hit. */
  deviation: number;
  /** The hits on what it was aimed at, by the profile; null if no profile says what a bomb does. */
  hits: number | null;
  /** Where it landed, if the request says where it was aimed. */
  landed: Point | null;
  /** The hits on each unit that stands where it landed, by the profile, in the order of the request; units without hits are left out. */
  struck: Struck[];
}

export type Direction = "short" | "long" | "left" | "right";

/** A unit that stands where a bomb landed. */
export interface Struck {
  /** Its name. */
  unit: string;
  /** The hits on it. */
  hits: number;
}

/** Weapons that fire at one aircraft in one flight turn. */
export interface AntiAircraftRequest {
  /** The weapons within range, in the order in which they fire. */
  weapons: GroundWeapon[];
  /** Whether the aircraft is on patrol. Default: false. */
  on_patrol?: boolean;
}

/** A weapon on the ground, on rails or afloat that fires at an aircraft. */
export interface GroundWeapon {
  /** What it is. */
  kind: "machine_gun" | "aa_gun";
  /** The distance, in inches, to the nearest point of the path flown in this flight turn. */
  nearest: number;
  /** The D6 of a machine gun: its normal number of dice, three for a team of three. Default: null. */
  dice?: number | null;
  /** What it stands on. Default: "ground". */
  mount?: Mount;
  /** Whether it has fired in this flight turn. Default: false. */
  fired?: boolean;
  /** What to call it. Default: "". */
  name?: string;
  /** Whose it is; null if nobody asks. Default: null. */
  side?: Side | null;
}

export type Mount = "ground" | "train" | "ship" | "tank" | "armoured_car";

/** What ground fire scored. */
export interface AntiAircraftOutcome {
  /** The hits of all weapons together. */
  hits: number;
}

/** An aircraft that was hit by ground fire. */
export interface AircraftDamageRequest {
  /** The hits of this flight turn or, by the option, of this whole turn. */
  hits: number;
}

/** What ground fire did to an aircraft. */
export interface AircraftDamageOutcome {
  /** The flight turns that it loses. */
  flight_turns_lost: number;
  /** Whether it crashes. */
  crashed: boolean;
}

/** A fighter that attacks an aircraft within its reach. */
export interface DogfightRequest {
  /** The fighter. */
  attacker: Aircraft;
  /** The aircraft that it attacks. */
  target: Aircraft;
}

/** An aircraft with the state that it carries from flight turn to flight turn. */
export interface Aircraft {
  /** Red or White. */
  side: Side;
  /** What it can do. */
  type: AircraftType;
  /** Who flies it. Default: "ordinary". */
  pilot?: Pilot;
  /** What to call it; by default its side and number. Default: "". */
  name?: string;
  /** Whether a bomber has a machine gun to defend itself with. Default: false. */
  defensive_gun?: boolean;
  /** Points of damage from air combats; with the eighth it leaves. Default: 0. */
  damage?: number;
  /** The flight turns that it may still fly. Default: 6. */
  flight_turns_left?: number;
  /** The turns that it stays on patrol; 0 for one in combat mode. Default: 0. */
  patrol_turns_left?: number;
  /** Hits of ground fire in the first flight turn of this turn, where the hits of a whole turn are added up before they are tested. Default: 0. */
  untested_hits?: number;
}

/** What an air combat did. */
export interface DogfightOutcome {
  /** Which had the higher score; nobody in a tie. */
  winner: "attacker" | "target" | "nobody";
  /** The points of damage that the loser took. */
  points: number;
  /** The attacker's points of damage in all. */
  attacker_damage: number;
  /** The target's points of damage in all. */
  target_damage: number;
  /** What happens to the attacker. */
  attacker: CombatFate;
  /** What happens to the target. */
  target: CombatFate;
}

export type CombatFate = "flies_on" | "leaves" | "crashes";

/** Both sides, at the beginning of a turn in which both have aircraft in flight. */
export interface AirSideRequest {
  /** Whether Red has an ace in flight. Default: false. */
  red_ace?: boolean;
  /** Whether Red has a novice in flight. Default: false. */
  red_novice?: boolean;
  /** Whether White has an ace in flight. Default: false. */
  white_ace?: boolean;
  /** Whether White has a novice in flight. Default: false. */
  white_novice?: boolean;
}

/** Who moves first. */
export interface AirSideOutcome {
  /** The side that is side 1 for this turn. */
  side_1: Side;
}

/** One flight turn of every aircraft in combat mode. */
export interface AirCycleRequest {
  /** The orders of side 1; none if it has no aircraft. */
  side_1: FlightOrder[];
  /** The orders of side 2; none if it has no aircraft. Default: []. */
  side_2?: FlightOrder[];
  /** Whether this is the first or the second flight turn of the game turn. Default: 1. */
  flight_turn?: 1 | 2;
}

/** What an aircraft is to do in this flight turn. */
export interface FlightOrder {
  /** The aircraft as it is before. */
  aircraft: Aircraft;
  /** How it flies. Default: as the library has it. */
  flight?: FlightMoveRequest;
  /** How far it has flown, if its flight dice were rolled before. Default: null. */
  moved?: number | null;
  /** What it attacks after the move; one attack at most. Default: []. */
  attacks?: (AttackAircraft | DropBomb | StrafeGround)[];
  /** The weapons that fire at it during the move, in that order. Default: []. */
  ground_fire?: GroundFire[];
}

/** A fighter attacks an enemy aircraft. */
export interface AttackAircraft {
  kind: "attack_aircraft";
  /** The number of the enemy aircraft, from 1, in the order of its side. */
  target: number;
  /** How far the fighter has to fly along its string, in inches, to have the target in reach. Default: 0. */
  after?: number;
}

/** A bomber bombs a target on the ground. */
export interface DropBomb {
  kind: "drop_bomb";
  /** What to call the target. Default: "target". */
  target?: string;
  /** How far the bomber has to fly along its string, in inches, to pass over the target. Default: 0. */
  after?: number;
  /** The point that it aims at; null if nobody measures where the bomb lands. Default: null. */
  aim?: Point | null;
  /** The bearing of its string there; with `aim` only. Default: null. */
  course?: number | null;
  /** The units near there, of either side: a bomb strikes whoever is where it lands. Default: []. */
  near?: Group[];
}

/** An aircraft strafes a target on the ground. */
export interface StrafeGround {
  kind: "strafe_ground";
  /** What to call the target. Default: "target". */
  target?: string;
  /** How far the aircraft has to fly along its string, in inches, to have the target in range. Default: 0. */
  after?: number;
  /** The faces of a d10 that hit at normal range; null takes those of the profile. Default: null. */
  normal?: number[] | null;
  /** The faces of a d10 that hit at point-blank range, for an ace; null takes those of the profile. Default: null. */
  point_blank?: number[] | null;
  /** What the target is in, or is; only the profile asks for it. Default: "open". */
  target_state?: TargetState;
}

/** A weapon that fires at the aircraft if it comes near enough. */
export interface GroundFire {
  /** The weapon, with the distance of the nearest point. */
  weapon: GroundWeapon;
  /** How far the aircraft has to fly along its string, in inches, to come that near. Default: 0. */
  after?: number;
}

/** All aircraft after a flight turn, those that are gone as well. */
export interface AirCycleOutcome {
  /** The aircraft of side 1, in listed order. */
  side_1: AircraftAfter[];
  /** The aircraft of side 2, in listed order. */
  side_2: AircraftAfter[];
}

/** An aircraft after a flight turn. */
export interface AircraftAfter {
  /** What it is called. */
  name: string;
  /** What became of it. */
  fate: AirFate;
  /** How far along its string it flew, in inches. */
  moved: number;
  /** The flight turns that it has left. */
  flight_turns_left: number;
  /** Its points of damage from air combats. */
  damage: number;
  /** Hits of ground fire that are tested after the second flight turn of this turn. */
  untested_hits: number;
  /** What it attacked. */
  attacked: string;
  /** The hits on its target, if it strafed. */
  strafing_hits: number | null;
  /** Where its bomb landed, if it dropped one. */
  bomb: BombOutcome | null;
}

export type AirFate = "flies_on" | "left_table" | "forced_off" | "crashed" | "out_of_flight_turns";

/** A scenario that is to be played. */
export interface BeginGameRequest {
  /** The scenario. */
  scenario: Scenario;
}

/** A game that can be played. */
export interface Scenario {
  /** What it is called. */
  title: string;
  /** The table and its terrain. */
  table: Table;
  /** How many turns are played. */
  turns: number;
  /** The side that attacks: it places its units second. */
  attacker: Side;
  /** The Red army. */
  red: Army;
  /** The White army. */
  white: Army;
  /** The side that acts first in every turn; null for what the profile says (`SidesInTurn.first`). Default: null. */
  first?: Side | null;
  /** The phases of a turn, where the scenario has its own; () for those of the profile. Default: []. */
  sequence?: Phase[];
  /** Whether one side plays a whole turn before the other, or each phase; null for what the profile says. Default: null. */
  play?: Play | null;
  /** The sections of a river, each named like the piece of terrain where it lies. Default: []. */
  river?: RiverSection[];
  /** The name of the line that vessels keep to, from one end of the river to the other; "" without vessels. Default: "". */
  channel?: string;
  /** Whether artillery, wagons and vehicles may cross where the river is frozen. Default: false. */
  heavy_on_ice?: boolean;
  /** Places that count for victory. Default: []. */
  places?: Place[];
  /** Who wins at the end of the last turn. Default: null. */
  victory?: Victory | null;
  /** The facts that a referee tells, because figures stand on a real table; () if all are measured. Default: []. */
  told?: FactKind[];
  /** Where it comes from, and what is made up. Default: "". */
  source?: string;
}

/** A table and the terrain on it. */
export interface Table {
  /** What the table shows. */
  title: string;
  /** How far it reaches from west to east. */
  width: number;
  /** How far it reaches from south to north. */
  depth: number;
  /** Where it comes from, in a word or two. Default: "". */
  source?: string;
  /** How sure it is. Default: "illustrative". */
  provenance?: MapProvenance;
  /** The pieces of terrain that have an outline. Default: []. */
  terrain?: TerrainPiece[];
  /** The features that are lines. Default: []. */
  lines?: TerrainLine[];
}

export type MapProvenance = "printed" | "reconstructed" | "illustrative";

/** A piece of terrain with an outline: a hill, a wood, a building, a pond. */
export interface TerrainPiece {
  /** What it is called on this table; no two pieces or lines of a table share a name. */
  name: string;
  /** What it is, in the words of a ruleset: "wood". */
  kind: string;
  /** Its corners in order, either way round; the last is joined to the first. */
  outline: Point[];
  /** The level of the ground that it makes: what stands on a hill of height 2 stands at level 2. Default: 0. */
  height?: number;
  /** How many levels it rises above the ground that it stands on, where it hinders sight. Default: 1. */
  top?: number;
  /** The cover that it gives, in the words of a ruleset, or "none". Default: "none". */
  cover?: string;
  /** What it does to sight, its height aside: a bare hill is "open". Default: "open". */
  sight?: Sight;
  /** The crest line of a hill, from one end to the other; () where it has none, as gentle rises do. Default: []. */
  crest?: Point[];
}

export type Sight = "open" | "area" | "blocks";

/** A feature that is a line: a road, a stream, a hedge, a wall, a wire entanglement. */
export interface TerrainLine {
  /** What it is called on this table; no two pieces or lines of a table share a name. */
  name: string;
  /** What it is, in the words of a ruleset: "hedge". */
  kind: string;
  /** The points that it runs through, from one end to the other; a closed one ends where it begins. */
  points: Point[];
  /** How wide it is. Default: 0. */
  width?: number;
  /** How many levels it rises above the ground that it stands on, where it hinders sight. Default: 1. */
  top?: number;
  /** The cover that it gives to what is behind it, in the words of a ruleset, or "none". Default: "none". */
  cover?: string;
  /** What it does to sight: "area" is seen through by those next to it, as a hedge is. Default: "open". */
  sight?: Sight;
}

/** One side of a scenario. */
export interface Army {
  /** Its own edge of the table, which is its rear. */
  edge: TableEdge;
  /** Its units. */
  units: Troop[];
  /** Where it places those that neither stand somewhere nor come later; null if there are none. Default: null. */
  zone?: Zone | null;
  /** Units that begin where the scenario says. Default: []. */
  placed?: Placed[];
  /** Units that come later. Default: []. */
  coming?: Coming[];
  /** Its Force HQ; null if it has none. Default: null. */
  headquarters?: Headquarters | null;
  /** The name of the road or the railway that it is supplied by; "" if supply does not matter. Default: "". */
  supply?: string;
  /** How near that line an enemy who could start a melee cuts it. Default: 2. */
  supply_cut_within?: number;
  /** Its ships, launches and boats. Default: []. */
  vessels?: Afloat[];
  /** Its aircraft. Default: []. */
  aircraft?: Airman[];
}

export type TableEdge = "north" | "east" | "south" | "west";

/** A unit of an army, with what only a table needs to know of it. */
export interface Troop {
  /** The unit, with a name; of vehicles the hits. */
  unit: Unit;
  /** Which vehicle a tank or an armoured car is. Default: null. */
  vehicle?: ArmedVehicle | null;
  /** The machine guns of an armoured car with one turret. Default: null. */
  turret_guns?: number | null;
  /** Whether its guns are limbered up. Default: false. */
  limbered?: boolean;
  /** Whether its guns fire at aircraft. Default: false. */
  anti_aircraft?: boolean;
  /** The name of the railway that a train runs on; "" for all others. Default: "". */
  track?: string;
  /** The name of the vessel or the train that carries it; "" on foot. Default: "". */
  aboard?: string;
}

/** Where an army places its units before the first turn: a rectangle. */
export interface Zone {
  /** Its south-western corner. */
  south_west: Point;
  /** Its north-eastern corner. */
  north_east: Point;
  /** The bearing in which the enemy is expected; units may be placed to face another one. */
  facing: number;
}

/** Where a unit stands as the game begins, so that nobody has to place it. */
export interface Placed {
  /** Its name; the Force HQ and vessels are placed so as well. */
  unit: string;
  /** The middle of its front edge. */
  at: [number, number];
  /** The bearing that it faces. */
  facing: number;
  /** In how many ranks it stands; 0 for one. Default: 0. */
  ranks?: number;
}

/** A unit that comes onto the table later, at its army's own edge, in its movement phase. */
export interface Coming {
  /** Its name. */
  unit: string;
  /** From which turn on. */
  turn: number;
  /** The middle of the stretch of the edge where it comes in. */
  at: [number, number];
}

/** A Force HQ: a few figures with a car, a truck or an armoured train. */
export interface Headquarters {
  /** What it is called; it stands on the table under that name, unless it is aboard a train. */
  name: string;
  /** The name of the armoured train that it is aboard; "" for none. Default: "". */
  aboard?: string;
  /** The name of the unit that the commander leads heroically; "" while he is with the HQ. Default: "". */
  with_unit?: string;
}

/** A ship, a launch or a boat on a river. */
export interface Afloat {
  /** The vessel, with a name; what it tows and what tows it follow from `towed_by` of all vessels. */
  vessel: Vessel;
  /** The name of the section of the river in which it lies; "" while it is carried aboard a ship. Default: "". */
  section?: string;
  /** The name of the vessel that has it in tow; "" for none. Default: "". */
  towed_by?: string;
  /** The name of the ship that carries it; "" in the water. Default: "". */
  aboard?: string;
  /** Whether the army counts it as a unit. Default: false. */
  counts?: boolean;
}

/** An aircraft that the scenario gives to a side. */
export interface Airman {
  /** The aircraft, with a name. */
  aircraft: Aircraft;
  /** The turn on which it arrives; null for a D6. Default: null. */
  turn?: number | null;
}

export type Play = "whole_turns" | "phase_by_phase";

/** A place that counts for victory. */
export interface Place {
  /** What it is called. */
  name: string;
  /** Its middle. */
  at: Point;
  /** How near it a unit holds it. Default: 4. */
  within?: number;
  /** Who holds it as the game begins; null for nobody. Default: null. */
  held_by?: Side | null;
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

export type FactKind = "distance" | "aspect" | "sight" | "cover" | "bases" | "enfilade" | "flanks" | "room" | "reach" | "towards";

/** A game that begins. */
export interface BeginGameOutcome {
  /** The state, before the first action. */
  state: State;
  /** What there is to tell of it. */
  events: string[];
}

/** A whole game at a moment between two actions. */
export interface State {
  /** What it began with. */
  scenario: Scenario;
  /** The phases of a turn, from the profile. */
  phases: Phase[];
  /** Whether one side plays a whole turn before the other, or each phase. */
  play: Play;
  /** The number of the turn. Default: 1. */
  turn?: number;
  /** The sides in the order in which they act in this turn; () until that is found. Default: []. */
  order?: Side[];
  /** The number of the step under way, from 0. Default: 0. */
  step?: number;
  /** Whether anything was done in this step yet. Default: false. */
  begun?: boolean;
  /** Every unit that is still in the game, on the table, aboard or to come. Default: []. */
  troops?: Troop[];
  /** Where they stand: units, Force HQs and vessels, in the order in which they came. Default: []. */
  groups?: Group[];
  /** The Force HQs that are still in the game. Default: []. */
  headquarters?: Headquarters[];
  /** The vessels that are still in the game. Default: []. */
  vessels?: Afloat[];
  /** The sections of the river as they are now. Default: []. */
  river?: RiverSection[];
  /** The aircraft. Default: []. */
  aircraft?: Aloft[];
  /** The side whose aircraft move first in this turn; null before that is found. Default: null. */
  air_first?: Side | null;
  /** What became of all others. Default: []. */
  fates?: Gone[];
  /** What was done in this turn. Default: as the library has it. */
  marks?: Marks;
  /** The holes in barbed wire. Default: []. */
  gaps?: WireGap[];
  /** The vehicles that a hit keeps from moving for the rest of the game. Default: []. */
  immobile?: string[];
  /** Who holds the places, by their names. Default: []. */
  held?: ([string, Side])[];
  /** The lines of actions that the table forbade in this phase, where a referee tells facts. Default: []. */
  refused?: string[];
  /** How the game ended; null as long as it goes on. Default: null. */
  result?: GameResult | null;
}

/** An aircraft of the game. */
export interface Aloft {
  /** The aircraft as it is now. */
  aircraft: Aircraft;
  /** The turn on which it arrives. */
  arrives: number;
  /** Whether it is still to come, over the table on patrol or in combat, or gone. Default: "to_come". */
  mode?: "to_come" | "patrol" | "combat" | "gone";
  /** Where it is over the table; null if it is not. Default: null. */
  at?: [number, number] | null;
  /** The corners of the string along which it flies in this turn, from where it is; () if none is laid. Default: []. */
  string?: ([number, number])[];
  /** How many flight turns it has flown in this turn. Default: 0. */
  flight?: number;
  /** How many dice it is to fly in the flight turn under way; 0 before that is said. Default: 0. */
  dice?: number;
}

/** What became of a unit, a Force HQ or a vessel that is out of the game. */
export interface Gone {
  /** Its name. */
  name: string;
  /** What became of it. */
  fate: Fate;
}

/** What was done in this turn, so that nothing is done twice. */
export interface Marks {
  /** The units whose leaders have gone to the front or stepped back. Default: []. */
  led?: string[];
  /** The units that have passed their activation roll; vehicles roll when they try to move. Default: []. */
  activated?: string[];
  /** The units that have failed it. Default: []. */
  idle?: string[];
  /** How far units have moved; a unit that has formed up or limbered is among them too. Default: []. */
  movements?: Went[];
  /** The units that have charged. Default: []. */
  charged?: string[];
  /** The weapons that were fired in the phase under way. Default: []. */
  fired?: Fired[];
  /** The units that have thrown petrol bombs in the phase under way. Default: []. */
  bombed?: string[];
  /** The suppressed units that have passed their test to fire. Default: []. */
  may_fire?: string[];
  /** The suppressed units that have failed it. Default: []. */
  may_not_fire?: string[];
  /** The armoured trains that have tested under artillery fire in the phase under way. Default: []. */
  trains_tested?: string[];
  /** The vehicles that a hit keeps from firing in this turn. Default: []. */
  silenced?: string[];
  /** The vehicles that a hit keeps from moving in this turn. Default: []. */
  halted?: string[];
  /** The ships that have tried to break the ice. Default: []. */
  ice_tried?: string[];
  /** Whether a ship that could not break the ice has left the game. Default: false. */
  leader_left?: boolean;
  /** The aircraft whose strings were laid. Default: []. */
  strings?: string[];
  /** The ships that have tried to launch boats. Default: []. */
  boats_tried?: string[];
}

/** How far a unit has moved in this turn. */
export interface Went {
  /** Its name. */
  unit: string;
  /** How much of its move it has used up, in inches. */
  far: number;
}

/** A weapon that was fired in the phase under way. */
export interface Fired {
  /** Whose it is. */
  unit: string;
  /** The weapon. */
  weapon: Weapon;
}

/** A hole that a tank has made in barbed wire. */
export interface WireGap {
  /** The name of the wire. */
  line: string;
  /** Where. */
  at: Point;
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

/** A game that goes on by an action. */
export interface ActRequest {
  /** The state. */
  state: State;
  /** The action. */
  action:
    | Deploy
    | GoOn
    | Done
    | Lead
    | StepBack
    | Move
    | RunTrain
    | Limber
    | Unlimber
    | Fire
    | ChargeHome
    | ThrowBombs
    | Sail
    | CastOff
    | TakeInTow
    | Board
    | Land
    | LaunchBoats
    | Bombard
    | LayString
    | GoOnPatrol
    | Fly
    | PutRight;
}

/** A unit is placed before the first turn. */
export interface Deploy {
  kind: "deploy";
  /** The unit. */
  unit: string;
  /** The middle of its front edge. */
  at: [number, number];
  /** The bearing that it faces. */
  facing: number;
  /** In how many ranks it stands; 0 for one. Default: 0. */
  ranks?: number;
}

/** The game goes on by itself: activation rolls, the morale phase, the end of a turn. */
export interface GoOn {
  kind: "go_on";
}

/** A side has done what it wants to do in this phase. */
export interface Done {
  kind: "done";
}

/** The leader of a unit goes to its front, at the start of the side's turn. */
export interface Lead {
  kind: "lead";
  /** The unit. */
  unit: string;
}

/** The leader of a unit steps back from its front, at the start of the side's turn. */
export interface StepBack {
  kind: "step_back";
  /** The unit. */
  unit: string;
}

/** A unit moves in a straight line, forming up and turning as it goes. */
export interface Move {
  kind: "move";
  /** The unit. */
  unit: string;
  /** Where the middle of its front edge comes to stand. */
  at: [number, number];
  /** The bearing that it then faces. */
  facing: number;
  /** In how many ranks it then stands; 0 keeps it as it is. Default: 0. */
  ranks?: number;
}

/** An armoured train runs along its track. */
export interface RunTrain {
  kind: "run_train";
  /** The train. */
  unit: string;
  /** How far. */
  far: number;
  /** Whether it backs, tail first. Default: false. */
  back?: boolean;
}

/** Guns are limbered up, in place of their move. */
export interface Limber {
  kind: "limber";
  /** The unit. */
  unit: string;
}

/** Guns are brought into action, in place of their move. */
export interface Unlimber {
  kind: "unlimber";
  /** The unit. */
  unit: string;
  /** The bearing that they then face. */
  facing: number;
}

/** A unit fires a weapon at an enemy unit. */
export interface Fire {
  kind: "fire";
  /** The unit. */
  unit: string;
  /** At whom. */
  target: string;
  /** With what; a unit fires each of its weapons once in a phase. */
  weapon: Weapon;
}

/** Units charge an enemy unit. */
export interface ChargeHome {
  kind: "charge_home";
  /** The units that charge, in the order in which they fight. */
  units: string[];
  /** Whom they charge. */
  target: string;
}

/** Infantry near a tank throws petrol bombs at it, in its own fire phase. */
export interface ThrowBombs {
  kind: "throw_bombs";
  /** The infantry. */
  unit: string;
  /** The tank. */
  tank: string;
}

/** A vessel goes along the channel of the river; the dice say how far. */
export interface Sail {
  kind: "sail";
  /** The vessel. */
  vessel: string;
  /** Which way: down to the end of the channel's line, or up to its beginning. */
  way: "down" | "up";
  /** How far it goes at most. Default: 100. */
  most?: number;
}

/** A vessel that is in tow is cast off. */
export interface CastOff {
  kind: "cast_off";
  /** The vessel. */
  vessel: string;
}

/** A vessel is taken in tow, in place of its move. */
export interface TakeInTow {
  kind: "take_in_tow";
  /** The vessel. */
  vessel: string;
  /** The ship or launch that takes it in tow. */
  tower: string;
}

/** A unit goes aboard a vessel, in place of its move. */
export interface Board {
  kind: "board";
  /** The unit. */
  unit: string;
  /** The vessel. */
  vessel: string;
}

/** A unit goes ashore from a vessel, in place of its move. */
export interface Land {
  kind: "land";
  /** The unit. */
  unit: string;
  /** Where the middle of its front edge comes to stand. */
  at: [number, number];
  /** The bearing that it then faces. */
  facing: number;
  /** In how many ranks it then stands; 0 for as few as there may be. Default: 0. */
  ranks?: number;
}

/** A ship tries to launch boats that it carries. */
export interface LaunchBoats {
  kind: "launch_boats";
  /** The ship. */
  vessel: string;
  /** How many. */
  boats: number;
}

/** A unit fires at a vessel, or a vessel at a unit or another vessel. */
export interface Bombard {
  kind: "bombard";
  /** The unit or the vessel that fires. */
  unit: string;
  /** The vessel, or the unit, that is fired at. */
  target: string;
  /** With what. */
  weapon: Weapon;
}

/** The string is laid along which an aircraft flies in this turn; one that arrives comes in combat mode. */
export interface LayString {
  kind: "lay_string";
  /** The aircraft. */
  aircraft: string;
  /** The corners of the string: of one that arrives from the edge of the table on, of one over the table those beyond where it is. */
  corners: ([number, number])[];
}

/** A fighter that arrives goes on patrol. */
export interface GoOnPatrol {
  kind: "go_on_patrol";
  /** The fighter. */
  aircraft: string;
}

/** An aircraft is to fly so many dice along its string in the flight turn under way. */
export interface Fly {
  kind: "fly";
  /** The aircraft. */
  aircraft: string;
  /** How many D6. */
  dice: number;
}

/** Correct the position of a unit. */
export interface PutRight {
  kind: "put_right";
  /** The unit. */
  unit: string;
  /** The middle of its front edge. */
  at: [number, number];
  /** The bearing that it faces. */
  facing: number;
}

/** A game after an action. */
export interface ActOutcome {
  /** The state afterwards. */
  state: State;
  /** What happened, in sentences. */
  events: string[];
}
