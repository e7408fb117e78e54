import type { Role } from "@fanfare/contract/schema/api";
import type { Member } from "@fanfare/contract/schema/member";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, KeyRound, ShieldOff, UserMinus } from "lucide-react";
import { useState } from "react";
import { useDoors, useMayAdminister, useMe } from "../../doors.ts";
import { asProblem } from "../../queries.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Select } from "../../ui/select.tsx";
import { toast } from "../../ui/toast.tsx";
import { ME, TEAM } from "../queries.ts";
import { LinkDialog, type MadeLink } from "./link-dialog.tsx";
import { ROLE_WORDS, rolesGivenBy } from "./role-words.ts";

/** One member: role, and what owners and admins can do about them. */
export function MemberItem({ member }: { readonly member: Member }) {
  const me = useMe().member;
  const administers = useMayAdminister();
  // Only an owner changes an owner; the server decides, this spares people the refusal.
  const manages = administers && (me.role === "owner" || member.role !== "owner");
  const self = me.id === member.id;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2.5 border-b border-line px-(--gutter) py-3">
      <Avatar name={member.name} />
      <div className="flex min-w-48 flex-1 flex-col">
        <span className="flex flex-wrap items-center gap-2 text-base font-medium">
          {member.name}
          {self && <Badge>You</Badge>}
        </span>
        <span className="text-xs text-ink-3 wrap-anywhere">{member.email}</span>
      </div>
      <span className="w-32 text-xs text-ink-3">
        {member.last_seen_at === null ? (
          "Not signed in"
        ) : (
          <>
            Seen <RelativeTime at={member.last_seen_at} />
          </>
        )}
      </span>
      <span className="w-24">{member.two_factor && <Badge tone="positive">Two-factor</Badge>}</span>
      <div className="flex items-center gap-1.5">
        {manages ? (
          <RoleSelect member={member} />
        ) : (
          <span className="w-32 text-sm">{ROLE_WORDS[member.role].label}</span>
        )}
        {manages && !self ? <MemberMenu member={member} /> : <span className="w-8" />}
      </div>
    </li>
  );
}

function RoleSelect({ member }: { readonly member: Member }) {
  const { api } = useDoors();
  const me = useMe().member;
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (role: Role) => api.changeMember(member.id, role),
    onSuccess: async (_, role) => {
      toast.done({ title: `${member.name} is ${ROLE_WORDS[role].label.toLowerCase()} now` });
      await client.invalidateQueries(TEAM);
      if (me.id === member.id) await client.invalidateQueries(ME);
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  return (
    <Select
      label={`Role of ${member.name}`}
      className="w-32"
      value={change.isPending ? change.variables : member.role}
      options={rolesGivenBy(me.role)}
      onChange={(role) => change.mutate(role)}
    />
  );
}

type Asked = "remove" | "two_factor";

function MemberMenu({ member }: { readonly member: Member }) {
  const { api } = useDoors();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const [open, setOpen] = useState(false);
  const [link, setLink] = useState<MadeLink>();
  const [shown, setShown] = useState(false);
  const ask = (what: Asked): void => {
    setAsked(what);
    setOpen(true);
  };
  const reset = useMutation({
    mutationFn: () => api.makeResetLink(member.id),
    onSuccess: (made) => {
      setLink(made);
      setShown(true);
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  const act = useMutation({
    mutationFn: () => (asked === "remove" ? api.removeMember(member.id) : api.endTwoFactorOf(member.id)),
    onSuccess: async () => {
      setOpen(false);
      toast.done({ title: asked === "remove" ? `${member.name} is removed` : "Two-factor sign-in is off" });
      await client.invalidateQueries(TEAM);
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  return (
    <>
      <Menu
        trigger={
          <Button look="ghost" className="w-8 px-0" aria-label={`More about ${member.name}`}>
            <Ellipsis />
          </Button>
        }
      >
        <MenuItem icon={<KeyRound />} onClick={() => reset.mutate()}>
          Link to a new password
        </MenuItem>
        {member.two_factor && (
          <MenuItem icon={<ShieldOff />} onClick={() => ask("two_factor")}>
            Switch two-factor off
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={<UserMinus />} onClick={() => ask("remove")}>
          Remove
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={asked === "remove" ? `Remove ${member.name}?` : `Switch two-factor off for ${member.name}?`}
        description={
          asked === "remove"
            ? "Their sign-ins, open pages and API tokens end at once. What they made stays."
            : "For somebody who has lost phone and recovery codes. Be sure that it is them who asks."
        }
        action={asked === "remove" ? "Remove the member" : "Switch it off"}
        busy={act.isPending}
        onConfirm={() => act.mutate()}
      />
      <LinkDialog
        open={shown}
        onOpenChange={setShown}
        title={`A new password for ${member.name}`}
        description="Whoever opens the link chooses the password, once. Hand it over on a way that you trust."
        link={link}
      />
    </>
  );
}
